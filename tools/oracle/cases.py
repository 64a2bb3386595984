"""The table of fixture cases: one small checkpoint each, odd sizes on purpose."""

from case import Case
from cases_dense import dense_cases
from cases_hybrid import hybrid_cases
from cases_moe import moe_cases

CASES: list[Case] = dense_cases() + moe_cases() + hybrid_cases()
