"""Between a thread and a game: what the game tells the judge, and which lines of the journal are new.

What only the director knows of a day goes into the journal too (定时 关门, 加速, how far posts were counted), so that
the next import need not ask again and undo takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from banshā.engine import paces, votes
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.table import Table
from banshā.game.errors import LineError
from banshā.game.journal import Entry

from .ballots import ABSTAIN
from .names import account, match
from .posts import Thread
from .times import moment, read_span, write_span, written
from .verdicts import Final, Out, Outcome, Recorded, Terms, Verdict

_COUNTED = re.compile(r"发言数到 (\d+) 楼")


@dataclass(slots=True)
class Said:
    """What the command line adds: names may be any way of writing a seat that is exact."""

    close: str = ""
    tz: tzinfo | None = None
    directors: Sequence[str] = ()
    outs: Sequence[str] = ()  # 马甲=TIME
    accounts: Sequence[str] = ()  # account=马甲
    overrides: Sequence[str] = ()  # FLOOR=TARGET or FLOOR=马甲:TARGET
    ignores: Sequence[str] = ()
    fast: bool = False


@dataclass(slots=True)
class Plan:
    """What an import would do: new lines, and what could not be recorded although it counts."""

    lines: list[Input] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


# ── what the game knows ──


def seats(t: Table) -> list[str]:
    return [seat.name for seat in t.s.seats.values()]


def outs(t: Table, journal: Sequence[Entry]) -> dict[str, Out]:
    """Who is out, and since when. Outs of this day's discussion began when the director typed them."""
    found: dict[str, Out] = {}
    c = t.s.clock
    for floor, seat in t.s.seats.items():
        if seat.in_play and not seat.announced_out:
            continue
        last = next((o for o in reversed(t.s.outs) if o.seat == floor and o.back is None), None)
        today = last is not None and (last.at.day, last.at.run, last.at.phase) == (c.day, c.run, c.phase)
        typed = _typed(t, floor, journal) if today else None
        found[seat.name] = Out(typed, today)
    return found


def _typed(t: Table, floor: int, journal: Sequence[Entry]) -> datetime | None:
    number = next((e.input for e in reversed(t.log) if e.kind == "out" and floor in e.seats), 0)
    if not 0 < number <= len(journal):
        return None
    return datetime.fromisoformat(journal[number - 1].time)


def closing(t: Table) -> datetime | None:
    """When today's discussion closes, as far as it was said before (定时 关门)."""
    try:
        found = datetime.fromisoformat(t.s.times.get(f"关门:{paces.day(t)}", ""))
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def fast_days(t: Table) -> list[int]:
    """Days of play under 加速."""
    return [day for day in range(1, t.s.clock.day + 1) if paces.held(t, day) == paces.FAST]


def counted_to(t: Table) -> int:
    """Up to which floor today's posts were counted."""
    notes = (e.text for e in reversed(t.log) if e.kind == "note" and e.at.day == t.s.clock.day)
    return next((int(m[1]) for text in notes if (m := _COUNTED.search(text))), 0)


def recorded(t: Table, number: int) -> dict[str, Recorded]:
    """The ballots that the game has of the thread."""
    th = next((x for x in votes.current(t) if x.number == number), None)
    return {
        t.name(b.voter): Recorded(t.name(b.target) if b.target else ABSTAIN, read_span(b.time), b.changes)
        for b in t.s.ballots
        if th is not None and b.thread == th.id
    }


# ── what the command line adds ──


def closes(t: Table | None, said: Said, tz: tzinfo, threads: Iterable[Thread]) -> datetime | None:
    """The closing time: as told now, else as told before."""
    if said.close:
        first = next((p.time.end for th in threads for p in th.posts[-1:] if p.time), None)
        return moment(said.close, tz, first)
    return closing(t) if t is not None else None


def terms(t: Table, journal: Sequence[Entry], thread: Thread, said: Said, tz: tzinfo, number: int) -> Terms:
    """Everything the judge must know. Refuses what cannot be understood."""
    names = seats(t)
    close = closes(t, said, tz, [thread])
    if close is None:
        raise LineError("no_closing", "不知道投票几点截止", "加上 --close 2026-11-08T21:00，记下以后当天不用再写")
    away = outs(t, journal)
    for name, when in pairs(said.outs, names, "--out", "马甲=时间"):
        old = away.get(name, Out(noon=True))
        away[name] = Out(moment(when, tz, close), old.noon)
    seat_of = {t.s.seats[f].name: f for f in t.s.seats}
    barred = {n: why for n, f in seat_of.items() if n not in away and (why := votes.barred(t, f))}
    known = dict(accounts(said.accounts, names))
    return Terms(
        names, close, tz, away, directors(thread, said, names), known,
        timedelta(minutes=t.rs.table("schedule").get("changes_until") or 60),
        votes.changes_allowed(t), said.fast or paces.hurried(t), barred,
        candidates=frozenset(t.name(f) for f in votes.candidates(t)),
        overrides=_overrides(said.overrides, names, thread, known), ignores=frozenset(places(said.ignores, "--ignore")),
        recorded=recorded(t, number),
    )  # fmt: skip


def directors(thread: Thread, said: Said, names: Sequence[str]) -> frozenset[str]:
    """Accounts that speak for the director: those named, 导演, and who began the thread if no seat did."""
    own = {thread.starter} - set(names) - {""}
    return frozenset({DIRECTOR, *said.directors, *own})


def pairs(words: Sequence[str], names: Sequence[str], option: str, form: str) -> Iterable[tuple[str, str]]:
    """Options SEAT=VALUE with the seat's exact name."""
    for word in words:
        left, sign, right = word.replace("＝", "=").partition("=")
        found = match(left, names)
        if not sign or not right:
            raise LineError("bad_option", f"{option} {word} 看不懂", f"写成 {option} {form}")
        if not found.sure:
            raise LineError("no_seat", f"{option}：{found.why}", f"写成 {option} {form}")
        yield found.name, right


def accounts(words: Sequence[str], names: Sequence[str]) -> Iterable[tuple[str, str]]:
    for word in words:
        account, sign, name = word.replace("＝", "=").partition("=")
        found = match(name, names)
        if not sign or not account or not found.sure:
            raise LineError("bad_option", f"--account {word} 看不懂，{found.why}", "写成 --account 账号=马甲")
        yield account, found.name


def places(words: Sequence[str], option: str) -> Iterable[int]:
    """Floors (or numbers of posts), 23 or 23,25 or 23楼."""
    for word in re.split(r"[,，、\s]+", " ".join(words)):
        digits = re.fullmatch(r"(\d+)\s*(?:楼|#)?", word)
        if word and not digits:
            raise LineError("bad_floor", f"{option} {word} 不是楼层", f"写成 {option} 23，几楼用逗号隔开")
        if digits:
            yield int(digits[1])


def _overrides(words: Sequence[str], names: Sequence[str], thread: Thread, known: dict[str, str]) -> dict[int, str]:
    """Decisions FLOOR=TARGET; of a post whose author is no seat, FLOOR=马甲:TARGET."""
    found = {}
    for word in words:
        place, sign, rest = word.replace("＝", "=").replace("：", ":").partition("=")
        floors = list(places([place], "--override"))
        who, colon, target = rest.partition(":")
        voted = match(target if colon else rest, [*names, ABSTAIN])
        voter = match(who, names) if colon else None
        if not sign or len(floors) != 1:
            raise LineError("bad_option", f"--override {word} 看不懂", "写成 --override 23=豆浆")
        if not voted.sure or voter is not None and not voter.sure:
            raise LineError(
                "no_seat", f"--override {word}：{voted.why or (voter.why if voter else '')}", "马甲要写全名"
            )
        post = next((p for p in thread.posts if floors[0] in (p.floor, p.pid)), None)
        if post is None:
            raise LineError("no_floor", f"--override：没有读到 {floors[0]} 楼", "看看页面给全了没有")
        if voter is None and not account(known.get(post.author, post.author), names).sure:
            raise LineError(
                "whose", f"{floors[0]} 楼是 {post.author or '不知道谁'} 发的，不知道算谁的票",
                f"写成 --override {floors[0]}=马甲:{voted.name}",
            )  # fmt: skip
        found[floors[0]] = f"{voter.name}:{voted.name}" if voter else voted.name
    return found


# ── which lines are new ──


def plan(t: Table, outcome: Outcome, terms: Terms, number: int) -> Plan:
    """The lines to record, in the order of the posts."""
    made = Plan()
    fresh: list[tuple[int, Input]] = []
    for final in outcome.finals:
        for verdict, inp in _of_seat(final, terms, made):
            fresh.append((verdict.post.seq, _line(verdict, inp, final.seat, number)))
    made.lines = [inp for _, inp in sorted(fresh, key=lambda x: x[0])]
    made.lines = [*_of_day(t, terms), *made.lines]
    return made


def _of_day(t: Table, terms: Terms) -> list[Input]:
    """What the command line said of the day itself."""
    found = []
    if terms.closes != closing(t):
        found.append(Input(DIRECTOR, "定时", ["关门", written(terms.closes, seconds=bool(terms.closes.second))]))
    return found + hurry(t, terms.fast)


def hurry(t: Table, fast: bool) -> list[Input]:
    """--pace 加速 is the director's decision for the day."""
    return [Input(DIRECTOR, paces.FAST, [DIRECTOR])] if fast and not paces.hurried(t) else []


def _of_seat(final: Final, terms: Terms, made: Plan) -> Iterable[tuple[Verdict, str]]:
    """What of a seat's ballots the game does not have yet, each with its verb."""
    old = terms.recorded.get(final.seat)
    chain = final.chain
    if final.status == "out" or not chain:
        return
    start = 0
    if old is not None:
        known = [n for n, v in enumerate(chain) if _is(v, old)]
        if known:
            start = known[-1] + 1
            if chain[known[-1]].target != old.target:
                _differs(final, old, chain[known[-1]])
                return
        elif chain[0].verdict != "change":
            if chain[-1].target != old.target:
                _differs(final, old, chain[-1])
            return
    verb = "改票" if old is not None else "投票"
    for n, verdict in enumerate(chain[start:], start):
        if verdict.target in terms.outs:  # gone meanwhile: the rules no longer take it
            if n == len(chain) - 1:
                made.left.append(f"{final.seat} 投的 {verdict.target} 已经出局，没有记；他还可以改一次")
            continue
        yield verdict, verb
        verb = "改票"


def _is(verdict: Verdict, old: Recorded) -> bool:
    """Whether a recorded ballot came from this post."""
    if old.when is None:
        return verdict.target == old.target
    return verdict.post.time is not None and verdict.post.time.meets(old.when)


def _differs(final: Final, old: Recorded, verdict: Verdict) -> None:
    final.status, final.target, final.by = "director", verdict.target, verdict
    final.note = f"已经记下的是 {old.target}，页面上是 {verdict.target}；要改用 bansha vote change 或 undo"


def _line(verdict: Verdict, verb: str, seat: str, number: int) -> Input:
    params = {"贴": str(number)} if number > 1 else {}
    if verdict.post.time is not None:
        params["时间"] = write_span(verdict.post.time)
    if verb == "投票" and verdict.target == ABSTAIN:
        return Input(seat, "弃权", [], params)
    return Input(seat, verb, [verdict.target], params)


# ── post counts ──


def count_start(t: Table, threads: Sequence[Thread]) -> int:
    """From which floor to count on: 0 where the pages begin with the thread. Refuses a hole between imports."""
    first = min((p.floor for th in threads for p in th.posts if p.floor and not p.featured), default=0)
    before = counted_to(t)
    if first <= 1:
        return 0
    if not before:
        raise Refusal(
            "from_the_start", f"这些页从 {first} 楼开始，前面的还没有数过", "", "把前面的页一起给，或先导入前面的页"
        )
    if len(threads) > 1:
        raise Refusal("one_thread", "接着数只能一个帖子", "", "把各帖从第一页起一起给")
    if first > before + 1:
        raise Refusal(
            "hole", f"上次数到 {before} 楼，这些页从 {first} 楼开始", "", f"把 {before + 1}–{first - 1} 楼也给上"
        )
    return before


def counted(t: Table, seat: str) -> int:
    """Posts of a seat that today has on record."""
    return t.s.posts.get(f"{t.s.clock.day}:{t.by_name(seat)}", 0)


def count_lines(t: Table, totals: dict[str, int], threads: Sequence[Thread], fast: bool) -> list[Input]:
    """发言数 of seats whose number changed, and how far they were counted."""
    found = []
    for floor, seat in t.s.seats.items():
        old, new = t.s.posts.get(f"{t.s.clock.day}:{floor}"), totals[seat.name]
        if new != old and (old is not None or seat.in_play or new):
            found.append(Input(DIRECTOR, "发言数", [seat.name, str(new)]))
    loose = {id(p) for th in threads for p in th.unplaced}
    last = max((p.floor for th in threads for p in th.posts if id(p) not in loose), default=0)
    if len(threads) == 1 and last > counted_to(t):
        found.append(Input(DIRECTOR, "备注", [], {"内容": f"发言数到 {last} 楼"}))
    return found + hurry(t, fast)
