"""Art Bot's constants, each with its source, and all rulings in one table.

Sources: "seed" is the makers' rules sheet, the `classic` rules; "rules" is this project's own page of rulings, cited
by section or by number of the ruling. That page also holds `quick`, the makers' newer sheet.

| Ruling | Content | Where |
|---|---|---|
| R1 | if a victim's Inactive Deck is too small, random cards of the Active Deck are revealed | powers, hit |
| R2 | Rarity Points are subtracted from the full Power Points, however few cards were revealed | powers, hit |
| R3 | a backfire recovers as many cards as possible, chosen by the victim | powers, settle |
| R4 | the card being played counts as health points until the end step | state, hp |
| R5 | a Heal may be played with nothing to heal | powers, heal |
| R6 | the player chooses what a Heal recovers; if absent, the most Rarity Points | questions, answers |
| R7 | a Steal needs a target with an Inactive Deck; if there is none, it does nothing | powers, targets |
| R8 | a hand is refilled to four in the end step, and drawn up to two before a turn | turn |
| R9 | a player with one card plays it and returns none | questions, missing |
| R10 | a Steal of several cards takes them from one opponent; any excess is lost | powers, steal |
| R11 | a Glitch leaves an opponent short, never its own player | powers, targets |
| R12 | a Glitch deals one card at a time, starting with the active player, while cards last | powers, glitch |
| R13 | eliminated players take no part in a Glitch | powers, glitch |
| R14 | a Steal or a Glitch can eliminate players | play, judge |
| R15 | a card is discarded to its holder's pile | powers, settle |
| R16 | the four kinds of damage are alike | cards, DAMAGE |
| R17 | the victim chooses what is lost; if absent, the fewest Rarity Points | questions, answers |
| R18, R19 | revealed cards and Discard Piles are public | events, view |
| R20 | players cannot target themselves | powers, targets |
| R21 | the maximum copies of a card in a deck | COPIES |
| R22 | points below ten count for nothing, in a hit and in a backfire | powers, hit |
| R23 | a loser without cards pays no trophy | collecting, trophies |
| R24 | a trophy is drawn from all cards that the loser holds at the end | collecting, trophies |
| further | a player left short who plays a Glitch draws at the end of the next own turn without one | turn |
| further | a sudden death that runs out of cards is a draw at once | duel |
| further | a stolen card is known only to thief and victim, even if it was public before | powers, steal |
| further | others see the known cards of a hand first, and cannot track a returned one | view, hand; powers, return |

Two rules deviate from the seed's wording. R8: under "draw 2" a player whom a Glitch left short would stay at two cards
for the rest of the match. In addition, won cards are kept only if every seat has agreed to play for keeps.
"""

from typing import Final

POINTS: Final = 10
"""The health points of a card, and the Power Points that hit one card (seed, Overview and Dealing Damage). A remainder
counts for nothing (rules, R22)."""

HAND: Final = 4
"""The size of an Active Deck at the start (seed, Setup), and again at the end of a turn (rules, R8)."""

SHORT_HAND: Final = 2
"""The number of cards that a Glitch deals to the player who is left short (seed, Activate a Glitch)."""

LEAST_HAND: Final = 2
"""The hand size that a player draws up to before a turn: a card to play and one to return (rules, 3.4 and R8)."""

GLITCH_DRAW: Final = 2
"""The number of cards that the short player draws at once under the `quick` rules (rules, 3.4)."""

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8
"""The maximum number of players (rules, 3.2); the minimum is two (seed, Overview)."""

QUICK_SEATS: Final = 5
"""The smallest number of players for which `quick` is recommended (rules, introduction)."""

LEAST_DECK: Final = 10
LEAST_DUEL_DECK: Final = 5
MOST_DECK: Final = 60
USUAL_DECK: Final = 20
"""The deck sizes that a table can agree on (rules, 3.2); a quick duel uses five cards (rules, 3.10)."""

COPIES: Final = {"common": 3, "uncommon": 2, "rare": 1, "super rare": 1}
"""The maximum copies of a card in a deck (rules, 8.3)."""

RARITY_BUDGET: Final = 2
"""The Rarity Points that a deck may contain for each of its cards (rules, 8.3)."""

SHARED: Final = 20
"""The deck size that the two shares below refer to."""

DAMAGE_SHARE: Final = 8
"""The minimum number of damage cards per `SHARED` cards in a deck, so that a match can be won (rules, 8.3)."""

GLITCH_SHARE: Final = 3
"""The maximum number of Glitch cards per `SHARED` cards in a deck (rules, 8.3)."""

ROUND_CAP: Final = 40
"""The number of rounds after which the player with the most health points wins (rules, 3.11)."""

RARITIES: Final = ("common", "uncommon", "rare", "super rare")
"""The rarities, the most common first (rules, 8.1)."""

PACK: Final = (
    {"common": 100},
    {"common": 100},
    {"common": 100},
    {"uncommon": 100},
    {"uncommon": 60, "rare": 32, "super rare": 8},
)
"""The five cards in a pack, each with the chance of every rarity in percent (rules, 8.5)."""

TIED_DRAWS: Final = 20
"""The number of tied draws in sudden death after which a duel ends in a draw (rules, 3.10)."""
