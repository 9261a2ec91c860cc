"""What trial matches tell about the forecasts of a set."""

from cardsdb.sets import shipped_sets
from cardsdb.trial_matches import tried
from engine.registry import GAMES
from tests.engine.hostile_sets import hostile_sets

VARIA = GAMES["varia"]


def test_an_upload_does_not_hide_how_much_work_its_forecasts_are() -> None:
    hostile = tried(VARIA, hostile_sets("varia")["rolls turned against their own player"](), shipped_sets(VARIA))
    assert hostile.forecast == 1
    assert not hostile.spent
    shipped, *others = shipped_sets(VARIA)
    assert 0 < tried(VARIA, shipped, others).forecast < 1
