"""Turning time back: the state returns to the opening of a phase. What left the table stays as it is.

Kept: what was published or sent, cards turned face up for all to see, cards of penalty and who went out by one, camps
lost by cards or by word, badge, last words used, draws. Taken back: skills, uses, states, camps, tags, groups, who is
in play. Moves sent ahead are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import landing, queries
from .errors import Rewound
from .state import Frozen, Letter, Moment, State, Use
from .table import Table

if TYPE_CHECKING:
    from .effects import Context
    from .rules import Effect

REVEAL = "reveal"  # kind of the letter that makes a card turned over known


def keeps(t: Table) -> list[str]:
    """Phases whose opening some rule may turn back to."""
    found: list[str] = t.rs.table("clock").get("snapshots", [])
    return found


def snapshot(t: Table) -> None:
    """Keep the state as it stands when a phase has just been opened (its first slot is done and is not run again)."""
    if t.s.clock.phase in keeps(t):
        t.s.clock.slot += 1
        _keep(t)
        t.s.clock.slot -= 1


def _keep(t: Table) -> None:
    kept, t.s.snapshots = t.s.snapshots, {}
    t.s.snapshots = {**kept, t.s.clock.phase: Frozen.of(t.s)}


def turn_back(c: Context, e: Effect) -> None:
    """Back to the opening of that phase, then the effects of `then`. Raises Rewound: the slot does not go on."""
    from . import effects

    t, phase = c.t, e["to_start_of"]
    if phase not in t.s.snapshots:
        t.emit("note", f"没有可以回到的{phase}", [])
        return
    chosen = c.use.selected[0] if c.use and c.use.selected else 0
    cause = c.use.event if c.use else -1
    now, past = t.s, t.s.snapshots[phase].thaw()
    groups = _groups(t)
    _keep_what_left(now, past, c.actor, cause)
    _restart_clock(now, past)
    _not_again(past, c.use)
    t.s = past
    _tell_of_it(t, now, groups)
    _stay_out(t, now)
    _keep(t)
    skill = past.skills.get(c.skill.id) if c.skill else None
    effects.run(effects.Context(t, c.actor, skill, None, chosen, chosen), e.get("then") or [])
    t.rewound = True
    raise Rewound


def _keep_what_left(now: State, past: State, actor: int, cause: int) -> None:
    """Carry over what is known outside the table."""
    past.cards, past.draws, past.fixed, past.next_id = now.cards, now.draws, now.fixed, now.next_id
    past.offices, past.quota, past.posts, past.paces = now.offices, now.quota, now.posts, now.paces
    past.times, past.dismissed = now.times, now.dismissed
    past.snapshots = now.snapshots
    past.lost += [camp for camp in now.sealed if camp not in past.lost]
    past.sealed = now.sealed
    unseen = {f for x in now.outbox if x.kind == REVEAL for f in x.seats} - {actor}
    past.outbox = _letters(now, past, actor, cause)
    for f, seat in past.seats.items():
        seat.revealed = seat.revealed or (now.seats[f].revealed and f not in unseen)
        seat.player, seat.substituted = now.seats[f].player, now.seats[f].substituted
        seat.assistant = now.seats[f].assistant


def _not_again(past: State, use: Use | None) -> None:
    """A move put off from yesterday that turned time back now is spent: else it would fall due for ever."""
    if use is not None and use.origin == "deferred":
        past.deferred = [x for x in past.deferred if past.uses[x.use].skill != use.skill]


def _letters(now: State, past: State, actor: int, cause: int) -> list[Letter]:
    """What still waits to go out: what waited then as well, and what the turning back itself says."""
    own = [
        x for x in now.outbox
        if x not in past.outbox and (0 <= cause <= x.cause or (x.kind == REVEAL and x.seats == [actor]))
    ]  # fmt: skip
    return [x for x in past.outbox if x in now.outbox] + own


def _restart_clock(now: State, past: State) -> None:
    """A new opening of the old phase, in a run of its own until play is past where time was turned back."""
    c, tick = past.clock, past.clock.tick
    c.tick = now.clock.tick + 1
    run, c.run = c.run, max(now.clock.run, c.run) + 1
    c.replayed = now.clock.phase
    for g in past.grants:
        g.tick = c.tick if g.tick == tick else g.tick
    for th in past.threads:
        if th.open and (th.day, th.run) == (c.day, run):
            th.run = c.run


def _groups(t: Table) -> dict[str, list[int]]:
    return {
        name: [f for f in t.s.seats if queries.has_tag(t, f, p["tag"])]
        for name, p in t.rs.parties.items() if p.get("chat") and "tag" in p
    }  # fmt: skip


def _tell_of_it(t: Table, now: State, groups: dict[str, list[int]]) -> None:
    from . import clock

    back = [f for f, seat in t.s.seats.items() if seat.in_play and not now.seats[f].in_play and not now.seats[f].red]
    c = now.clock  # it happens when it is said, though the clock shows the earlier time already
    then = Moment(c.day, c.run, c.phase, c.tick)
    t.emit("rewind", f"时光回溯到{clock.label(t)}", back).at = then
    for f in back:
        t.emit("back", f"{t.name(f)} 回到场上（回溯）", [f]).at = then
    t.tell(back, t.rs.say("rewound"), "立刻")
    for name, members in _groups(t).items():
        for f in sorted(set(members) ^ set(groups[name])):
            t.todo(f"时光回溯：把{t.name(f)}{'拉进' if f in members else '移出'}{name}的群", [f])


def _stay_out(t: Table, now: State) -> None:
    """Who was put out by a red card meanwhile is out all the same."""
    for f, seat in now.seats.items():
        if seat.red and t.s.seats[f].in_play:
            known = len(t.log)
            landing.strike(t, landing.queue(t, landing.RED, f, 0, None, landing.RED))
            again = next(e for e in t.log[known:] if e.kind == "out")
            again.kind, again.text = "note", f"{t.name(f)} 已因红牌出局，不因回溯回来"  # went out once, not twice
            was, out = (next(o for o in reversed(x.outs) if o.seat == f) for x in (now, t.s))
            out.at, out.told, out.announced = was.at, was.told, was.announced
            t.s.seats[f].announced_out = seat.announced_out
