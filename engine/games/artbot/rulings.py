"""Art Bot's figures, each with its source, and all rulings in one table.

Sources: "seed" is the makers' sheet, whose rules are `classic`; "rules" is this project's own page of rulings beside
it, with the section or the number of the ruling. It also holds `quick`, the makers' newer sheet.

| Ruling | What holds | Where |
|---|---|---|
| R1 | what a victim's Inactive Deck lacks is revealed from the Active Deck, at random | powers, hit |
| R2 | the Rarity Points come off the full Power Points, however few cards there were | powers, hit |
| R3 | a backfire gives back what is there, of the victim's choice | powers, settle |
| R4 | the card that is being played counts as health points until the end step | state, hp |
| R5 | a Heal may be played with nothing to heal | powers, heal |
| R6 | the player chooses what a Heal brings back; who is absent the most Rarity Points | questions, answers |
| R7 | a Steal aims at who has an Inactive Deck; where nobody has one it does nothing | powers, targets |
| R8 | a hand is refilled to four in the end step, and drawn up to two before a turn | turn |
| R9 | the only card of a hand is played, and none returned | questions, missing |
| R10 | a Steal of several cards takes them from one opponent; what is more is lost | powers, steal |
| R11 | a Glitch leaves an opponent short, never its own player | powers, targets |
| R12 | a Glitch deals one card at a time from the active player on, as far as cards last | powers, glitch |
| R13 | who is out has no part in a Glitch | powers, glitch |
| R14 | a Steal and a Glitch can put players out | play, judge |
| R15 | a card is discarded to the pile of who holds it | powers, settle |
| R16 | the four kinds of damage are alike | cards, DAMAGE |
| R17 | the victim chooses what is lost; who is absent the fewest Rarity Points | questions, answers |
| R18, R19 | revealed cards and Discard Piles are public | events, view |
| R20 | nobody is the target of an own card | powers, targets |
| R21 | how many copies of a card a deck may hold | COPIES |
| R22 | points below ten count nothing, in a hit and in a backfire | powers, hit |
| R23 | a loser who holds no card pays no trophy | collecting, trophies |
| R24 | a trophy is drawn from all cards that the loser holds at the end | collecting, trophies |
| further | a sudden death that runs out of cards is a draw at once | duel |
| further | a stolen card is known to thief and victim alone, whatever was public of it before | powers, steal |
| further | others read the known cards of a hand first, and cannot follow what goes back | view, hand; powers, return |

The seed's letter is left twice. R8: under "draw 2" a player whom a Glitch left short would stay at two cards for the
rest of the match. And cards that were won are kept only where every seat agreed to play for keeps.
"""

from typing import Final

POINTS: Final = 10
"""One card is ten health points, and ten Power Points are one card (seed, Overview and Dealing Damage). What is left
over counts nothing (rules, R22)."""

HAND: Final = 4
"""Cards of an Active Deck: at the start (seed, Setup), and again at the end of a turn (rules, R8)."""

SHORT_HAND: Final = 2
"""What a Glitch deals to the one player who is short (seed, Activate a Glitch)."""

LEAST_HAND: Final = 2
"""Up to so many cards are drawn before a turn, so that one can be played and one returned (rules, 3.4 and R8)."""

GLITCH_DRAW: Final = 2
"""What the short player draws at once under the rules `quick` (rules, 3.4)."""

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8
"""Two or more players (seed, Overview), at most eight (rules, 3.2)."""

QUICK_SEATS: Final = 5
"""From so many players on `quick` is recommended (rules, introduction)."""

LEAST_DECK: Final = 10
LEAST_DUEL_DECK: Final = 5
MOST_DECK: Final = 60
USUAL_DECK: Final = 20
"""The sizes that a table can agree on (rules, 3.2); a quick duel takes five cards (rules, 3.10)."""

COPIES: Final = {"common": 3, "uncommon": 2, "rare": 1, "super rare": 1}
"""How many copies of a card a deck may hold (rules, 8.3)."""

RARITY_BUDGET: Final = 2
"""How many Rarity Points a deck may hold for each of its cards (rules, 8.3)."""

SHARED: Final = 20
"""The size of a deck of which the two shares below speak."""

DAMAGE_SHARE: Final = 8
"""At least so many damage cards for so many cards of a deck, so that a match can be won (rules, 8.3)."""

GLITCH_SHARE: Final = 3
"""At most so many Glitch cards for so many cards of a deck (rules, 8.3)."""

ROUND_CAP: Final = 40
"""After so many rounds the most health points win (rules, 3.11)."""

RARITIES: Final = ("common", "uncommon", "rare", "super rare")
"""From the most common on (rules, 8.1)."""

PACK: Final = (
    {"common": 100},
    {"common": 100},
    {"common": 100},
    {"uncommon": 100},
    {"uncommon": 60, "rare": 32, "super rare": 8},
)
"""The five places of a pack, with how many times in a hundred which rarity lies there (rules, 8.5)."""

TIED_DRAWS: Final = 20
"""So many tied draws of a sudden death end a duel as a draw (rules, 3.10)."""
