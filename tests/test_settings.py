"""A setting that is misspelt is named, with the one that was meant."""

import pytest

from bot.settings import PREFIX, BrokenSetting, Settings, check_names, load

NAMES = [f"{PREFIX}{field}".upper() for field in Settings.model_fields]


def misspelt(name: str) -> set[str]:
    """Spell a name wrongly: a letter left out, doubled, or exchanged with the next, at every place after the prefix."""
    places = range(len(PREFIX), len(name))
    left_out = {name[:i] + name[i + 1 :] for i in places}
    doubled = {name[:i] + name[i] + name[i:] for i in places}
    exchanged = {name[:i] + name[i + 1] + name[i] + name[i + 2 :] for i in places[:-1]}
    return (left_out | doubled | exchanged) - set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_misspelt_setting_is_named_with_the_nearest(name: str) -> None:
    for wrong in misspelt(name):
        with pytest.raises(BrokenSetting) as broken:
            check_names(["PATH", *NAMES, wrong])
        assert str(broken.value) == f"{wrong}: there is no such setting; the nearest is {name}"


def test_names_of_ours_in_any_case_and_names_of_others_are_left_alone() -> None:
    check_names([*NAMES, *map(str.lower, NAMES), "PATH", "TABLE", "MY_TABLESIDE_TOKN"])


def test_a_public_url_is_an_address_without_a_path_and_needs_the_public_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_PUBLIC_URL", "https://cards.example/")
    with pytest.raises(BrokenSetting, match=r"TABLESIDE_PUBLIC_PORT: has to be set where TABLESIDE_PUBLIC_URL is"):
        load()
    monkeypatch.setenv("TABLESIDE_PUBLIC_PORT", "8081")
    assert load().public_url == "https://cards.example"
    for wrong in ("cards.example", "https://cards.example/pages", "ftp://cards.example"):
        monkeypatch.setenv("TABLESIDE_PUBLIC_URL", wrong)
        with pytest.raises(BrokenSetting, match="TABLESIDE_PUBLIC_URL"):
            load()
