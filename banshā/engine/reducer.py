"""One input in, events out: `apply` is the only door through which a game changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from . import (
    aftermath,
    camps,
    casting,
    checks,
    clock,
    cursor,
    desk,
    draws,
    offices,
    overrule,
    parties,
    penalties,
    queries,
    questions,
    ranges,
    skills,
    statuses,
    uses,
)
from .errors import Refusal
from .inputs import DIRECTOR, Input
from .rules import Ruleset
from .state import Seat, Source, State, TagGrant
from .table import Table
from .uses import seat_named


@dataclass(slots=True)
class SeatSpec:
    """What the deal gives a seat: floor (1…n in elevator order), 马甲, player, identities, what else it drew."""

    floor: int
    name: str
    player: str
    cards: list[str]
    extra: dict[str, str] = field(default_factory=dict)


def new_table(rs: Ruleset, specs: list[SeatSpec], seed: str) -> Table:
    """Deal: seat everybody, hand out skills, camps and tags, open the first phase."""
    t = Table(rs, State(seed))
    clock_start = t.s.clock
    clock_start.phase = rs.order[0]
    for spec in specs:
        t.s.seats[spec.floor] = Seat(spec.floor, spec.name, spec.player, list(spec.cards), extra=dict(spec.extra))
    for floor, seat in t.s.seats.items():
        _deal_seat(t, floor, seat)
    parties.setup(t)
    for name, d in rs.states.items():
        if d.get("dealt"):
            statuses.give(t, name, list(t.s.seats), straight=True)
    camps.recompute(t, silent=True)
    for sk in list(t.s.skills.values()):
        skills.gained(t, sk)
    t.s.quota = _quota(t)
    _tell_identities(t)
    clock.begin(t)
    cursor._lead_in(t)
    return t


def _deal_seat(t: Table, floor: int, seat: Seat) -> None:
    for i, card in enumerate(seat.cards):
        d = t.rs.roles.get(card)
        if d is None:
            raise Refusal("unknown_role", f"没有身份 {card}", "", "用 bansha rules show 看全部身份")
        if i == 0:
            seat.sources.append(Source("own", d.get("camp") or camps.none_camp(t), why=card))
        for tag in d.get("tags", []):
            seat.tags.append(TagGrant(tag, True, card, given=t.at))
        for key in d.get("properties", []):
            skills.new(t, key, floor, "property", card=i + 1)
        for key in d.get("skills", []):
            skills.new(t, key, floor, "card", card=i + 1)


def _quota(t: Table) -> int:
    words = t.rs.table("words")
    return queries.number(t, words["quota"]) if "quota" in words else 0


def _tell_identities(t: Table) -> None:
    """What the deal itself tells: identity, and who is in one's party."""
    for floor, seat in t.s.seats.items():
        t.tell([floor], t.rs.say("identity", role="、".join(seat.cards), camp=seat.camp))
    for name, p in t.rs.parties.items():
        if "gathers" not in p:
            aftermath.introduce_all(t, name, p)


# ── apply ──


def apply(t: Table, inp: Input) -> str:
    """Take one input. Returns why resolving stopped early, or ''. Whatever it raises, the table is left as it was."""
    before, known = t.s.freeze(), len(t.log)
    t.input = inp.number
    try:
        return _dispatch(t, inp) or ""
    except BaseException:
        t.s = State.thaw(before)
        del t.log[known:]
        t.asked, t.rewound, t.quiet, t.rule, t.cause = [], False, False, "", -1
        raise


def _dispatch(t: Table, inp: Input) -> str | None:
    handler = _DIRECTOR.get(inp.verb) if inp.actor == DIRECTOR else _PLAYER.get(inp.verb)
    if t.s.over and inp.actor != DIRECTOR:
        raise Refusal("over", f"游戏已经结束，{t.s.winner or '没有'}获胜", "", "揭秘用 bansha reveal；打错了用 undo")
    if t.s.questions and inp.verb not in ("回应", "备注", "结算", "办妥"):
        raise Refusal("open_question", "还有没答的问题，先答完再继续", "", "bansha answer N 答案；或 undo")
    if handler is not None:
        return again(t, inp) if inp.verb in _MAY_ASK else handler(t, inp)
    if inp.actor == DIRECTOR:
        raise Refusal("unknown_word", f"导演没有 {inp.verb} 这个动作", "", f"有：{'、'.join(_DIRECTOR)}")
    return submit(t, inp)


def again(t: Table, inp: Input) -> str | None:
    """Do at once what may have to ask somebody first; called again with the answers, it goes through."""
    handler = _DIRECTOR.get(inp.verb) if inp.actor == DIRECTOR else _PLAYER.get(inp.verb)
    if handler is None:
        return submit(t, inp, answered=True)
    if not cursor.attempt(t, lambda: handler(t, inp), "move"):
        t.s.pending_move = inp
        return "有问题要问"
    if t.rewound:
        cursor.went_back(t)
        return cursor.REWOUND
    return None


def submit(t: Table, inp: Input, answered: bool = False) -> str | None:
    """A move: recorded for its slot, or played at once where the phase plays moves as they are typed.

    One that comes to nothing at once is refused; but once somebody has answered for it, it stands as it came out.
    """
    own = uses.foretold(t, inp)
    if own is not None:
        draws.foretell(t, own, inp.params[draws.SOME])
        return None
    use = uses.draft(t, inp)
    t.s.declined = [x for x in t.s.declined if x != (use.skill, t.s.clock.tick)]
    t.s.uses.append(use)
    if t.s.skills[use.skill].unaware:
        t.todo(t.rs.say("unaware", name=inp.actor))
    if t.phase.at_once and use.phase == t.s.clock.phase:
        tick = t.s.clock.tick
        if not cursor.play_now(t, use):
            t.s.uses = t.s.uses[: use.id]
            t.s.pending_move = inp
            return "有问题要问"
        if t.s.clock.tick != tick:
            return cursor.REWOUND
        if t.s.uses[use.id].fate == "blocked" and not answered:
            raise Refusal("blocked", f"{use.name} 没能发动：{t.s.uses[use.id].reason}", use.key, "没有记，次数没有扣")
        return None
    who = t.name(use.holder) if use.holder else use.party
    t.emit("sent", f"记下：{who} {use.name} {t.names(use.selected)}", use.selected, rule=use.key, use=str(use.id))
    return None


def _skip(t: Table, inp: Input) -> str | None:
    """放弃: note that somebody gives up a skill (or all that is due) in this phase."""
    due = [i for i in clock.undecided(t) if _belongs(t, i, inp.actor)]
    if inp.args:
        due = [i for i in due if skills.name(t, t.s.skills[i]) in inp.args]
    if not due:
        what = inp.args[0] if inp.args else "技能"
        raise Refusal("nothing_due", f"{inp.actor} 现在没有要交的{what}，不用放弃", "", "用 bansha next 看在等谁")
    t.s.declined += [(i, t.s.clock.tick) for i in due]
    names = "、".join(skills.name(t, t.s.skills[i]) for i in due)
    t.emit("declined", f"{inp.actor} 放弃 {names}")
    return None


def _belongs(t: Table, skill: int, actor: str) -> bool:
    sk = t.s.skills[skill]
    return t.name(sk.holder) == actor if sk.holder else actor in (sk.party, *parties.spokesmen(t, sk.party))


def _withdraw(t: Table, inp: Input) -> str | None:
    """撤回: take a move back that has not been played."""
    word = inp.args[0] if inp.args else ""
    mine = [u for u in uses.recallable(t, inp.actor) if word in ("", u.name)]
    if not mine:
        raise Refusal(
            "nothing_sent", f"{inp.actor} 没有还能撤回的 {word or '行动'}", "", "结算过的用 bansha undo 或 amend"
        )
    use = mine[-1]
    use.fate, use.reason = "withdrawn", "撤回"
    t.emit("withdrawn", f"{inp.actor} 撤回 {use.name}", rule=use.key)
    for other in checks.sent_modified(t, use.holder, t.rs.skills[use.key]):
        lo, hi = ranges.bounds(t, t.s.skills[other.skill])
        if not lo <= len(other.selected) <= hi:  # it was sent as it could only be with that
            other.fate, other.reason = "withdrawn", f"没有{use.name}"
            why = f"没有{use.name}不能选 {len(other.selected)} 名"
            t.emit("note", f"{inp.actor} 的 {other.name} 一并撤回：{why}", rule=other.key)
    return None


def _answer(t: Table, inp: Input) -> str | None:
    if not inp.args:
        raise Refusal("bad_answer", "回应少了技能名和答案", "", "写成：马甲 回应 技能 答案")
    floor, skill, values = seat_named(t, inp.actor), inp.args[0], inp.args[1:]
    known = {t.rs.skills[s.key]["name"] for s in t.s.skills.values()} | {q.skill for q in t.s.questions}
    if skill not in known and skill not in t.rs.by_name:
        raise Refusal("unknown_skill", f"没有技能 {skill}", "", "在问什么见 bansha next")
    was_open = bool(t.s.questions)
    questions.record(t, floor, skill, values, inp.params)
    if was_open and not t.s.questions:
        return cursor.answered(t)
    return None


def _vote(t: Table, inp: Input) -> str | None:
    if len(inp.args) != 1:
        raise Refusal("bad_vote", f"投票要写一个对象，写了 {len(inp.args)} 个", "投票", "写成：马甲 投票 对象")
    target = 0 if inp.args[0] == "弃权" else seat_named(t, inp.args[0])
    do = casting.change if inp.verb == "改票" else casting.cast
    do(t, seat_named(t, inp.actor), target, desk.thread_number(inp), _posted(t, inp))
    return None


def _abstain(t: Table, inp: Input) -> str | None:
    casting.cast(t, seat_named(t, inp.actor), 0, desk.thread_number(inp), _posted(t, inp))
    return None


def _posted(t: Table, inp: Input) -> casting.Posted:
    """What the line says of the post: 时间= 先于=马甲,… 代投=是 破例=是."""
    p = inp.params
    ahead = frozenset(seat_named(t, name) for name in p.get("先于", "").split(",") if name)
    for f in ahead:
        if not casting.left_now(t, f):
            raise Refusal("not_left", f"{t.name(f)} 不是今天讨论时出局的", "投票", "先于= 只写今天正午出局的人")
    return casting.Posted(p.get("时间", ""), ahead, uses.yes(p.get("代投", "")), uses.yes(p.get("破例", "")))


def _hand_over(t: Table, inp: Input) -> str | None:
    to = seat_named(t, inp.args[0]) if inp.verb == "移交" and inp.args else None
    if inp.verb == "移交" and to is None:
        raise Refusal("bad_heir", "移交没有写给谁", "职位", "写成：马甲 移交 继任；撕毁写「撕毁」")
    offices.pass_on(t, seat_named(t, inp.actor), to)
    return None


def _words(t: Table, inp: Input) -> str | None:
    penalties.last_words(t, seat_named(t, inp.actor), inp.params.get("内容", "") or " ".join(inp.args))
    return None


def _resolve(t: Table, inp: Input) -> str | None:
    return cursor.resolve(t, inp.params.get("到", ""), uses.yes(inp.params.get("超时", "")))


def _close(t: Table, inp: Input) -> str | None:
    """关门: the vote thread closes, the tally stands, and play goes on to what follows."""
    if not t.phase.votes:
        raise Refusal("no_vote", f"现在是{t.s.clock.phase}，没有开着的投票贴", "投票", "往下走用 bansha resolve")
    return cursor.resolve(t, timeout=True)


Handler = Callable[[Table, Input], str | None]
# What lands, gives a state or moves an office on the spot may meet a rule that has to ask.
_MAY_ASK = frozenset({"裁定", "红牌", "黄牌", "蓝牌", "移交", "撕毁", "遗言", "投降", "判负"})
_PLAYER: dict[str, Handler] = {
    "投票": _vote, "改票": _vote, "弃权": _abstain, "放弃": _skip, "撤回": _withdraw, "回应": _answer,
    "移交": _hand_over, "撕毁": _hand_over, "遗言": _words,
}  # fmt: skip
_DIRECTOR: dict[str, Handler] = {"结算": _resolve, "关门": _close, "裁定": overrule.ruling, **desk.HANDLERS}
