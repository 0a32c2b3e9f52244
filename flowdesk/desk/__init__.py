"""The application without a screen: documents, background work, knowledge, packs, pictures."""
