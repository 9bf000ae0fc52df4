"""Folding a journal into a table, and stopping cleanly where it cannot be folded."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.errors import Refusal, RulesetFault
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.state import Moment, State
from banshā.engine.table import Table

from . import adopt
from .checkpoint import Checkpoint
from .deal import derive
from .errors import LineError, ReplayStopped
from .grammar import parse_line
from .journal import Entry
from .plain import digest
from .save import PhaseDigest, Save


@dataclass(slots=True)
class Replay:
    """The outcome. point: the last closed phase, frozen, with its log's length; stopped: why it ended early."""

    table: Table
    digests: list[PhaseDigest] = field(default_factory=list)
    stopped: ReplayStopped | None = None
    frozen: bytes = b""
    frozen_at: int = -1
    frozen_log: int = 0
    load: adopt.Load | None = None  # finds the ruleset that an input goes over to

    def point(self) -> Checkpoint | None:
        """The last closed phase that this replay passed, for the cache."""
        if self.frozen_at < 0:
            return None
        state = State.thaw(self.frozen)
        known = next((d.digest for d in self.digests if d.number == self.frozen_at), "")
        return Checkpoint(self.frozen_at, known or digest(state), state, self.table.log[: self.frozen_log])

    def mark(self, number: int) -> None:
        self.frozen, self.frozen_at, self.frozen_log = self.table.s.freeze(), number, len(self.table.log)


def where(t: Table) -> Moment:
    """The cursor's place. When it changes, a phase has closed."""
    clock = t.s.clock
    return Moment(clock.day, clock.run, clock.phase, clock.tick)


def label_of(at: Moment) -> str:
    """深夜1, or 深夜1#2 in an extra run."""
    return f"{at.phase}{at.day}" + (f"#{at.run}" if at.run > 1 else "")


def dealt_table(rs: Ruleset, save: Save) -> Table:
    """The table right after the deal."""
    specs = [SeatSpec(seat.floor, seat.name, seat.player, list(seat.cards), dict(seat.extra)) for seat in save.seats]
    return new_table(rs, specs, derive(save.seed, "dice"))


def replay(
    rs: Ruleset,
    save: Save,
    start: Checkpoint | None = None,
    digests_after: int | None = None,
    load: adopt.Load | None = None,
) -> Replay:
    """Fold the journal, from a checkpoint if there is one.

    rs: the ruleset of the deal; load finds those gone over to later.
    digests_after: compute digests of the phases closed by later inputs than this; None: of none.
    Never raises for an input that the rules refuse: `stopped` says so, and the table stands before that input.
    """
    if start is None:
        out = Replay(dealt_table(rs, save), load=load)
        if digests_after is not None and digests_after < 0:
            out.digests.append(PhaseDigest(0, "发牌", digest(out.table.s)))
    else:
        out = Replay(Table(adopt.in_force(save.journal, start.number, rs, load), start.state, start.log), load=load)
    for entry in save.journal[start.number if start else 0 :]:
        try:
            step(out, entry, digests_after is not None and entry.number > digests_after)
        except (Refusal, LineError) as refusal:
            out.stopped = ReplayStopped(entry.number, entry.line, refusal)
            break
        except RulesetFault as fault:
            out.stopped = ReplayStopped(
                entry.number, entry.line, Refusal("ruleset_fault", str(fault), "", "用 bansha rules lint 检查规则书")
            )
            break
    return out


def step(out: Replay, entry: Entry, with_digest: bool = True) -> str:
    """Play one more entry. Returns why resolving stopped early, or "". A refusal leaves the table as it was."""
    before = where(out.table)
    inp = parse_line(entry.line, entry.number)
    if adopt.is_adopt(inp):
        adopt.take(out.table, inp, out.load)
        return ""
    reason = apply(out.table, inp)
    if where(out.table) != before:
        out.mark(entry.number)
        if with_digest:
            out.digests.append(PhaseDigest(entry.number, label_of(before), digest(out.table.s)))
    return reason
