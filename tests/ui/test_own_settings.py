"""A person's settings: each is on one page only, where a change of it leads back to."""

from bot.storage.people import UserRow
from bot.ui.messages.custom_ids import parse
from bot.ui.people.settings import OWN_PAGE_OF, OWN_PAGES, person
from bot.ui.texts.words import Words
from tests.ui.test_decks import check, walked
from tests.ui.test_panel import texts_of

WORDS = Words("en")


def test_every_setting_is_on_its_page_and_each_page_leads_to_the_others() -> None:
    for page in OWN_PAGES:
        message = person(UserRow(1), page, 0.0, WORDS, listens=False)
        assert message.view is not None
        parts = message.view.to_components()
        check(parts)
        ids = [parse(part["custom_id"]) for part in walked(parts) if "custom_id" in part]
        shown = {each.argument.split()[0] for each in ids if each.action in ("own", "listen")}
        assert shown == {name for name, where in OWN_PAGE_OF.items() if where == page}
        assert [each.argument for each in ids if each.action == "me"] == [each for each in OWN_PAGES if each != page]


def test_outside_servers_nobody_is_asked_about_searches_in_a_server() -> None:
    message = person(UserRow(1), OWN_PAGE_OF["listen"], 0.0, WORDS)
    assert message.view is not None
    assert not [part for part in walked(message.view.to_components()) if "listen" in part.get("custom_id", "")]


def test_every_page_names_every_setting_with_its_present_value() -> None:
    row = UserRow(1, pictures=False, asking="never", quiet_from=22, quiet_to=7)
    for page in OWN_PAGES:
        message = person(row, page, 0.0, WORDS, listens=True)
        assert message.view is not None
        parts = message.view.to_components()
        chosen = {
            parse(part["custom_id"]).argument: option["label"]
            for part in walked(parts)
            for option in part.get("options", [])
            if option.get("default")
        }
        told = "\n".join(texts_of(parts))
        assert [name for name in OWN_PAGE_OF if name not in chosen and f"{WORDS(f'me.{name}')}: " not in told] == []
        assert f"{WORDS('me.pictures')}: {WORDS('setting.no')}" in told
        assert f"{WORDS('me.reminders')}: {WORDS('setting.yes')}" in told
        value = chosen.get("asking") or told.partition(f"{WORDS('me.asking')}: ")[2].splitlines()[0]
        assert value == WORDS.plain("settings.asking.never")


def test_a_button_switches_a_setting_to_the_other_value() -> None:
    for pictures, other in ((True, "no"), (False, "yes")):
        message = person(UserRow(1, pictures=pictures), OWN_PAGE_OF["pictures"], 0.0, WORDS)
        assert message.view is not None
        ids = [parse(part["custom_id"]) for part in walked(message.view.to_components()) if "custom_id" in part]
        assert [each.argument for each in ids if each.argument.startswith("pictures")] == [f"pictures {other}"]


def test_hours_that_are_not_set_are_not_said_to_end_never() -> None:
    message = person(UserRow(1, quiet_from=22), OWN_PAGE_OF["pictures"], 0.0, WORDS)
    assert message.view is not None
    told = "\n".join(texts_of(message.view.to_components()))
    assert f"{WORDS('me.quiet_from')}: 22:00" in told
    assert f"{WORDS('me.quiet_to')}: Not set" in told
