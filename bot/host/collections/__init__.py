"""Collections: what people own, and how it changes hands.

Each use case is one transaction: a starter deck, a pack, a change to a trade, its settlement, what a match that was
for keeps came to, its reversal. What it moves it locks first, so however many happen at once no copy is lost, doubled
or held by two, and the ledger says the same as the copies. Which of a match's cards change hands its game says; which
copies may, the rules of the ledger (`cardsdb.ledger`).
"""
