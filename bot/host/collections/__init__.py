"""Collections: the cards people own, and how they change hands.

Each use case is one transaction: a starter deck, a booster pack, a change to a trade, its settlement, the settlement of
a match for keeps, its reversal. It locks the copies it moves first, so that no copy is lost, duplicated or owned by two
people however many transactions run at once, and the ledger always agrees with the copies. The game decides which of a
match's cards change hands; the rules of the ledger (`cardsdb.ledger`) decide which copies may.
"""
