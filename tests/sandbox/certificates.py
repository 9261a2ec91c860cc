"""A certificate for Discord's names and this machine's, signed by an authority that lives as long as one test."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAMES = ["discord.com", "gateway.discord.gg", "cdn.discordapp.com", "localhost"]


def _certificate(
    subject: str,
    issuer: str,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if not is_authority:
        names = x509.SubjectAlternativeName([x509.DNSName(name) for name in NAMES])
        builder = builder.add_extension(names, critical=False)
    return builder.sign(signer, hashes.SHA256())


def make_certificates(folder: Path) -> tuple[Path, Path]:
    """Write an authority's certificate, and a server's key with its certificate; give both files."""
    authority_key, server_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    name = "Tableside's test authority"
    authority = _certificate(name, name, authority_key, authority_key, is_authority=True)
    server = _certificate("discord.com", name, server_key, authority_key, is_authority=False)
    pem = serialization.Encoding.PEM
    trusted, chain = folder / "authority.pem", folder / "server.pem"
    trusted.write_bytes(authority.public_bytes(pem))
    chain.write_bytes(
        server_key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + server.public_bytes(pem)
    )
    return trusted, chain
