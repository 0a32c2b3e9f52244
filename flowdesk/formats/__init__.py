"""The files that FlowDesk reads and writes: one module a format, and a registry of them."""
