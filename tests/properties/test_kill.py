"""A writer killed at any moment leaves the old save or the new one. BANSHA_KILLS sets how often (300)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import world

KILLS = int(os.environ.get("BANSHA_KILLS", "300"))
NURSERIES = 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="writers are forked")
def test_killed_writers_leave_the_old_or_the_new_save(tmp_path: Path) -> None:
    script = Path(__file__).with_name("nursery.py")
    running = []
    for n in range(NURSERIES):
        folder = tmp_path / str(n)
        p = world.Play("tubian", 40 + n)
        p.calm, p.pace = True, 0.1
        p.specs = p.specs[:12]
        p.t = p.deal()
        p.run(25).game(folder, "局")
        arguments = [str(folder), "局", str(KILLS // NURSERIES), str(n)]
        command = [sys.executable, str(script), *arguments]
        path = {**os.environ, "PYTHONPATH": str(world.ROOT)}
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=path))
    found = [p.communicate()[0] for p in running]
    assert all(p.returncode == 0 for p in running)
    total = {key: sum(json.loads(text)[key] for text in found) for key in json.loads(found[0])}
    assert total["old"] + total["new"] == KILLS // NURSERIES * NURSERIES
    if KILLS >= 100:  # the delays are such that all of it really happens
        assert min(total.values()) > 0, total
