"""A tiny engine with the real engine's interface: enough rules to test journals without a rulebook.

``A 杀 B`` puts B out and tells A; ``A 问 B`` tells A; ``导演 结算`` closes the phase; ``导演 备注`` does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from banshā.engine.errors import Refusal
from banshā.engine.inputs import Input
from banshā.engine.rules import Ruleset
from banshā.engine.state import Out, Seat, State
from banshā.engine.table import Table
from banshā.rulebook.freeze import digest_of

PHASES = ["昼", "夜"]
WHO, NOW = "雪风", "2026-12-03T21:14+08:00"


@dataclass(slots=True)
class SeatSpec:
    floor: int
    name: str
    player: str
    cards: list[str]
    extra: dict[str, str] = field(default_factory=dict)


def compiled() -> dict[str, Any]:
    roles = {
        name: {"name": name, "order": n} for n, name in enumerate(["女巫", "守卫", "猎人", "预言家", "村民", "黑狼王"])
    }
    roles["狼群"] = {"name": "狼群", "order": 99, "pack": True}
    data: dict[str, Any] = {
        "format": 1, "id": "fake", "title": "假规则", "version": "1", "players": [3, 5],
        "aliases": {"role": {"巫": "女巫"}}, "camps": {}, "roles": roles, "skills": {}, "states": {},
        "phases": [{"name": name, "slots": []} for name in PHASES], "clock": {"opening": [], "day": PHASES},
        "parties": {"狼群": {}},
    }  # fmt: skip
    data["digest"] = digest_of(data)
    return data


def new_table(rs: Ruleset, specs: list[SeatSpec], seed: str) -> Table:
    state = State(seed)
    state.clock.phase, state.clock.tick = PHASES[0], 1
    for spec in specs:
        state.seats[spec.floor] = Seat(spec.floor, spec.name, spec.player, spec.cards, extra=spec.extra)
    table = Table(rs, state)
    table.emit("phase", f"{PHASES[0]} 开始")
    for spec in specs:
        table.emit("notice", f"你是{'+'.join(spec.cards)}", to=[spec.floor])
    return table


def apply(t: Table, inp: Input) -> str:
    if inp.verb == "备注":
        _begin(t, inp)
        t.emit("note", inp.params.get("内容", ""))
    elif inp.verb == "结算":
        _begin(t, inp)
        clock = t.s.clock
        place = (PHASES.index(clock.phase) + 1) % len(PHASES)
        clock.phase, clock.tick, clock.day = PHASES[place], clock.tick + 1, clock.day + (place == 0)
        t.emit("phase", f"{clock.phase} 开始")
    elif inp.verb in ("杀", "问"):
        actor, target = (_seat(t, name) for name in (inp.actor, inp.args[0]))
        _begin(t, inp)
        inp.params["·used"] = "1"  # the real engine marks draws as used on the move itself
        t.emit("notice", f"{inp.verb} {target.name}", to=[actor.floor], rule=inp.verb)
        if inp.verb == "杀":
            target.in_play = False
            t.s.outs.append(Out(target.floor, t.at, -1, "指杀", actor.floor, [], False))
            t.emit("public", f"{target.name} 出局", rule=inp.verb)
    else:
        raise Refusal("no_skill", f"没有技能 {inp.verb}")
    return "等人" if inp.verb == "结算" and inp.params.get("等") else ""


def _begin(t: Table, inp: Input) -> None:
    t.input = inp.number


def _seat(t: Table, name: str) -> Seat:
    floor = t.by_name(name)
    if floor is None:
        raise Refusal("no_seat", f"没有 {name}")
    if not t.s.seats[floor].in_play:
        raise Refusal("out", f"{name} 已出局", "基本规则", "换一个人")
    return t.s.seats[floor]
