"""The classic formulation of Slitherlink as a formula: clause types by number, for learners."""
