"""Collections: the cards people own, and how they change hands.

Each use case is one transaction: handing out a starter deck, opening a booster pack, changing or settling a trade, and
settling or reversing a match for keeps. It first locks the copies that it moves, so that no copy is lost, duplicated or
owned by two people, however many transactions run at once, and the ledger always agrees with the copies. The game
decides which of a match's cards change hands; the ledger's rules (`cardsdb.ledger`) decide which copies may.
"""
