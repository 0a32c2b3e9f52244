"""Publishing: packs as pages that people play."""
