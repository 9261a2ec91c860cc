"""Everything that people see: panels, embeds, modals, custom ids, narration. Renderers get views, never a state."""
