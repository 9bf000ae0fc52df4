"""Profiles: quick for ordinary runs, thorough with BANSHA_PROFILE=thorough."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

_COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
    "print_blob": True,
}
settings.register_profile("quick", max_examples=16, derandomize=True, database=None, **_COMMON)
settings.register_profile("thorough", max_examples=int(os.environ.get("BANSHA_EXAMPLES", "400")), **_COMMON)
settings.load_profile(os.environ.get("BANSHA_PROFILE", "quick"))
