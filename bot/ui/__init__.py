"""Everything people see: panels, embeds, modals, custom ids, narration. Renderers get views only, never a state."""
