// The check of the seal and of every draw, done again here: SHA-256 and HMAC-SHA256 by the browser itself.

const bytes = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const SPARE_BITS = 128;
const DIGEST_BITS = 256;

/** Whether this browser offers what the check needs: not every one does for a page that is a file. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/** Return what holds: the seal that follows from the secret, whether it is the file's, and how many draws are right. */
export async function check(match) {
  const secret = fromHex(match.secret);
  const seal = base64url(await digest(new Uint8Array([...secret, ...bytes(match.name)])));
  const key = match.key ? fromHex(match.key) : await hmac(await imported(secret), bytes(match.table));
  const draws = await checkDraws(await imported(key), match.log);
  return {seal, sealed: seal === match.seal, ...draws};
}

const digest = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
const imported = (key) => crypto.subtle.importKey("raw", key, {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
const hmac = async (key, data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
const base64url = (data) => btoa(String.fromCharCode(...data)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Check the draws of a log in order. A move that was taken back returns to earlier counts, on the next branch. */
async function checkDraws(key, log) {
  let counts = new Map();
  let branch = 0;
  const before = [];
  const found = {right: 0, wrong: 0};
  for (const {back, draws} of log) {
    before.push(new Map(counts));
    if (back !== null) {
      counts = new Map(before[back]);
      branch += 1;
    }
    for (const draw of draws) {
      const holds = draw.index === (counts.get(draw.purpose) ?? 0) && (await shows(key, draw, branch));
      found[holds ? "right" : "wrong"] += 1;
      counts.set(draw.purpose, draw.index + 1);
    }
  }
  return found;
}

/** Whether a draw is the one that follows from the key. */
async function shows(key, draw, branch) {
  const {size, result} = draw;
  if (result.length === 1) return BigInt(result[0]) === (await bits(key, draw, branch, DIGEST_BITS)) % BigInt(size);
  let product = 1n;
  for (let factor = 2n; factor <= BigInt(size); factor += 1n) product *= factor;
  let number = await bits(key, draw, branch, product.toString(2).length + SPARE_BITS);
  const left = Array.from({length: size}, (_, place) => place);
  const order = [];
  for (let count = size; count > 0; count -= 1) {
    order.push(left.splice(Number(number % BigInt(count)), 1)[0]);
    number /= BigInt(count);
  }
  return order.length === result.length && order.every((place, at) => place === result[at]);
}

/** The random number of a draw: as many blocks of the HMAC as give so many bits. */
async function bits(key, {purpose, index}, branch, count) {
  let hex = "";
  for (let block = 0; block < Math.ceil(count / DIGEST_BITS); block += 1) {
    const part = await hmac(key, bytes(`${purpose}|${index}|${branch}|${block}`));
    hex += Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  return BigInt(`0x${hex}`);
}
