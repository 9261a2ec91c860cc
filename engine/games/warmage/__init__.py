"""WarMage: a duel of mages with chains of spells, by Roan Arts LLC. These are its rules, not its cards."""
