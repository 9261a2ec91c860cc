"""What people see: panels, embeds, modals, custom ids, narration. Renderers see views only, never a state."""
