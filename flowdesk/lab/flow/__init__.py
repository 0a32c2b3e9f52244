"""The classic formulation of Flow as a formula: rules by number, for people who learn them."""
