"""The full check of a save: everything replayed from the deal, nothing taken from a cache."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.rules import Ruleset

from .adopt import Load
from .deal import Dealt, check_deal
from .replay import replay
from .rosters import Compiled
from .save import Save


@dataclass(slots=True)
class Report:
    """The outcome of verify. problems is empty where everything holds."""

    inputs: int
    phases: int
    problems: list[str] = field(default_factory=list)


def verify(rs: Ruleset, compiled: Compiled, save: Save, load: Load | None = None) -> Report:
    """Check each closed phase against its digest, the deal against its seed, and the commitment."""
    played = replay(rs, save, digests_after=-1, load=load)
    report = Report(len(save.journal), len(save.digests))
    if played.stopped:
        report.problems.append(str(played.stopped))
    now = {one.number: one for one in played.digests}
    known = {one.number for one in save.digests}
    for one in save.digests:
        if one.number not in now and not played.stopped:
            report.problems.append(f"第 {one.number} 条记着结束了 {one.label}，重放时没有")
        elif one.number in now and now[one.number].digest != one.digest:
            report.problems.append(f"{one.label} 结束时（第 {one.number} 条）的局面和记下的不同")
    report.problems += [f"第 {n} 条结束了 {one.label}，存档没有记摘要" for n, one in now.items() if n not in known]
    dealt = Dealt(save.seats, save.seed, save.salt, save.commitment, save.deal_method, save.deal_pool, save.roster)
    report.problems += check_deal(compiled, dealt)
    return report
