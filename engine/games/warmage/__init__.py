"""WarMage: a duel of mages with chains of spells, by Roan Arts LLC. This package holds its rules, not its cards."""
