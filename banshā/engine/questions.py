"""Questions a rule puts to a seat in the middle of a slot, and the answers given to them."""

from __future__ import annotations

from . import draws, moments, skills
from .errors import Refusal
from .state import Answer, Offer, Question
from .table import Table


def find(t: Table, q: Question) -> list[str] | None:
    """The answer given to this question, else one given in advance that fits, else None."""
    given = t.s.answers.get(q.key)
    if given is not None:
        return given.values
    for i, a in enumerate(t.s.ahead):
        if a.seat == q.seat and a.skill == q.skill:
            try:
                a.values = check(t, q, a.values, a.params)
            except Refusal:
                continue
            t.s.answers[q.key] = t.s.ahead.pop(i)
            t.emit("answer", f"{t.name(q.seat)} 答 {q.skill}：{' '.join(a.values)}", [q.seat])
            return a.values
    return None


def default(t: Table, q: Question) -> list[str]:
    """What an unanswered question comes to: the rule's default, a draw where it is forced."""
    if q.default or not q.forced:
        return list(q.default)
    if q.kind in ("seats", "taiji"):
        pool = list(q.seats)
        picked: list[str] = []
        while pool and len(picked) < q.least:
            floor = draws.pick_seat(t, f"代答{q.skill}", pool, q.seat)
            pool.remove(floor)
            picked.append(t.name(floor))
        if q.kind == "taiji":
            picked.append(f"选项={draws.pick(t, f'代选{q.skill}', q.options, q.seat)}")
        return picked
    return [draws.pick(t, f"代答{q.skill}", q.options, q.seat)] if q.options else []


def check(t: Table, q: Question, values: list[str], params: dict[str, str]) -> list[str]:
    """The answer in canonical form; Refusal where it does not fit the question."""
    rest = [v for k, v in params.items() if k in ("技能", "内容", "身份", "阵营", "效果", "模式")]
    if q.kind == "text":
        return [" ".join([*values, *rest])]
    if q.kind in ("seats", "taiji"):
        floors = [t.by_name(v) for v in values]
        if any(f is None or f not in q.seats for f in floors) or not q.least <= len(floors) <= q.most:
            legal = t.names(q.seats)
            raise Refusal("bad_answer", f"{q.skill} 的答复不合", q.skill, f"可选：{legal}，选 {q.least}～{q.most} 个")
        if q.kind == "seats":
            return list(values)
        option = params.get("选项", "")
        if option not in q.options:
            raise Refusal("bad_answer", f"{q.skill} 要写 选项=", q.skill, f"可选：{'、'.join(q.options)}")
        return [*values, f"选项={option}"]
    said = [*values, *rest, *([params["选项"]] if "选项" in params else [])]
    if len(said) != 1 or said[0] not in q.options:
        got = " ".join(said) or "空"
        raise Refusal("bad_answer", f"{q.skill} 没有「{got}」这个答复", q.skill, f"可选：{'、'.join(q.options)}")
    return said


def record(t: Table, seat: int, skill: str, values: list[str], params: dict[str, str]) -> None:
    """Take an answer: to the first open question of that seat and skill, to an offer, else kept in advance."""
    for q in t.s.questions:
        if q.seat == seat and q.skill == skill:
            canonical = check(t, q, values, params)
            t.s.answers[q.key] = Answer(seat, skill, canonical, {}, t.input)
            t.s.questions = [x for x in t.s.questions if x.key != q.key]
            t.emit("answer", f"{t.name(seat)} 答 {skill}：{' '.join(canonical)}", [seat])
            return
    if any(hasattr(moments.behaviour_of(t, t.rs.skills[key]), "respond") for key in t.rs.by_name.get(skill, ())):
        _take_offer(t, seat, skill, [*values, *params.values()])
        return
    t.s.ahead.append(Answer(seat, skill, list(values), dict(params), t.input))
    t.emit("answer", f"{t.name(seat)} 预先答 {skill}：{' '.join([*values, *params.values()])}", [seat], ahead="1")


def _take_offer(t: Table, seat: int, skill: str, values: list[str]) -> None:
    """What the seat says to an offer it may take up now, once, without having been asked (招魂's sentence)."""
    mine = _offers(t, seat, skill)
    x = next((x for x in mine if open_now(t, x)), None)
    if x is None:
        due = [x for x in mine if x.day >= t.s.clock.day]
        hint = f"第 {due[0].day} 天{due[0].phase}才能说" if due else "轮到他说的时候才能说，说过就没有了"
        raise Refusal("no_offer", f"{t.name(seat)} 现在没有 {skill} 可以回应", skill, hint)
    sk = t.s.skills[x.skill]
    with t.under(sk.key):
        why = moments.behaviour_of(t, skills.definition(t, sk)).respond(t, sk, x, values)  # type: ignore
    if why:
        raise Refusal("bad_answer", f"{skill}：{why}", sk.key, "改好再答一次")
    t.s.offers.remove(x)


def _offers(t: Table, seat: int, skill: str) -> list[Offer]:
    return [x for x in t.s.offers if x.seat == seat and skills.name(t, t.s.skills[x.skill]) == skill]


def awaited(t: Table, seat: int, skill: str) -> bool:
    """Whether the seat may answer now in the name of that skill: it is asked, or an offer stands."""
    asked = any((q.seat, q.skill) == (seat, skill) for q in t.s.questions)
    return asked or any(open_now(t, x) for x in _offers(t, seat, skill))


def open_now(t: Table, x: Offer) -> bool:
    """Whether the offer may be taken up in the open phase (a further run of it on the same day counts as well)."""
    return (x.phase, x.day) == (t.s.clock.phase, t.s.clock.day)


def fill_defaults(t: Table) -> None:
    """Answer every open question by its default (time is up)."""
    for q in list(t.s.questions):
        values = default(t, q)
        t.s.answers[q.key] = Answer(q.seat, q.skill, values, {}, t.input)
        t.emit(
            "answer", f"{t.name(q.seat)} 未答 {q.skill}，按规则：{' '.join(values) or '放弃'}", [q.seat], by="default"
        )
    t.s.questions = []
