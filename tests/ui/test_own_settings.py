"""A person's settings: each is on one page only, where a change of it leads back to."""

from bot.storage.people import UserRow
from bot.ui.custom_ids import parse
from bot.ui.settings import OWN_PAGE_OF, OWN_PAGES, person
from bot.ui.words import Words
from tests.ui.test_decks import check, walked


def test_every_setting_is_on_its_page_and_each_page_leads_to_the_others() -> None:
    for page in OWN_PAGES:
        message = person(UserRow(1), page, 0.0, Words("en"), listens=False)
        assert message.view is not None
        parts = message.view.to_components()
        check(parts)
        ids = [parse(part["custom_id"]) for part in walked(parts) if "custom_id" in part]
        shown = {each.argument for each in ids if each.action in ("own", "listen")}
        assert shown == {name for name, where in OWN_PAGE_OF.items() if where == page}
        assert [each.argument for each in ids if each.action == "me"] == [*OWN_PAGES]


def test_outside_servers_nobody_is_asked_about_searches_in_a_server() -> None:
    message = person(UserRow(1), OWN_PAGE_OF["listen"], 0.0, Words("en"))
    assert message.view is not None
    assert not [part for part in walked(message.view.to_components()) if "listen" in part.get("custom_id", "")]
