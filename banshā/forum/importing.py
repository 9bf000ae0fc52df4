"""Between a thread and a game: the terms a thread is judged by, and which lines of the journal are new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta, tzinfo

from banshā.engine import casting, cutoffs, desk, paces
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.table import Table
from banshā.game.errors import LineError
from banshā.game.journal import Entry

from . import known, told
from .ballots import ABSTAIN
from .posts import Thread
from .reasons import START_OVER
from .times import moment, write_span, written
from .told import Said
from .verdicts import Final, Out, Outcome, Recorded, Terms, Verdict

# ── the terms ──


def closes(t: Table | None, said: Said, tz: tzinfo, threads: Iterable[Thread]) -> datetime | None:
    """The closing time: as told now, else as told before."""
    if said.close:
        first = next((p.time.end for th in threads for p in th.posts[-1:] if p.time), None)
        return moment(said.close, tz, first)
    return known.closing(t) if t is not None else None


def terms(t: Table, journal: Sequence[Entry], thread: Thread, said: Said, tz: tzinfo, number: int) -> Terms:
    """Everything the judge must know.

    Raises:
        LineError: an option cannot be understood, or nobody ever told when the thread closes.
    """
    names = known.seats(t)
    close = closes(t, said, tz, [thread])
    if close is None:
        raise LineError("no_closing", "不知道投票几点截止", "加上 --close 2026-11-08T21:00，记下以后当天不用再写")
    away = outs(t, journal, said, tz, close)
    barred = {n: why for f, n in enumerate(names, 1) if n not in away and (why := casting.barred(t, f))}
    accounts = known.accounts(t) | dict(told.accounts(said.accounts, names))
    hurried_from = None if said.fast else known.hurried_from(t, journal)
    return Terms(
        names, close, tz, away, directors(t, thread, said, names), accounts,
        timedelta(minutes=cutoffs.changes_until(t)), timedelta(minutes=cutoffs.proxies_until(t)),
        casting.changes_allowed(t), said.fast or paces.hurried(t), hurried_from, barred,
        candidates=frozenset(t.name(f) for f in casting.candidates(t)),
        overrides=told.overrides(said.overrides, names, thread, accounts),
        ignores=frozenset(told.places(said.ignores, "--ignore")) | known.dismissed(t, thread, number),
        recorded=known.recorded(t, number),
    )  # fmt: skip


def outs(t: Table, journal: Sequence[Entry], said: Said, tz: tzinfo, close: datetime | None) -> dict[str, Out]:
    """Who is out and since when, with what the command line says of it."""
    away = known.outs(t, journal)
    for name, when in told.pairs(said.outs, known.seats(t), "--out", "马甲=时间"):
        away[name] = Out(moment(when, tz, close), away.get(name, Out(noon=True)).noon)
    return away


def directors(t: Table | None, thread: Thread, said: Said, names: Sequence[str]) -> frozenset[str]:
    """Accounts that speak for the director: those named, 导演, and who began the thread if no seat did."""
    own = {thread.starter} - set(names) - {""}
    return frozenset({DIRECTOR, *said.directors, *(known.speakers(t) if t is not None else ()), *own})


# ── which lines are new ──


def plan(t: Table, thread: Thread, outcome: Outcome, terms: Terms, said: Said, number: int) -> list[Input]:
    """The lines to record: what was said of the day, then the ballots in the order of the posts."""
    fresh: list[tuple[int, Input]] = []
    turn = {id(verdict): n for n, verdict in enumerate(outcome.verdicts)}
    for final in outcome.finals:
        old = terms.recorded.get(final.seat)
        before = old.target if old else ""
        for verdict in _of_seat(final, terms):
            line = _line(t, verdict, final.seat, before, terms, number)
            fresh.append((turn[id(verdict)], line))
            before = verdict.target
    ballots = [inp for _, inp in sorted(fresh, key=lambda x: x[0])]
    return [*of_day(t, terms.closes, said, terms.tz), *_dismissed(t, thread, said, number), *ballots]


def of_day(t: Table, close: datetime | None, said: Said, tz: tzinfo) -> list[Input]:
    """What the command line said of the day itself and was not known."""
    found = []
    if close is not None and close != known.closing(t):
        found.append(Input(DIRECTOR, "定时", ["关门", written(close, seconds=bool(close.second))]))
    for name, when in told.pairs(said.outs, known.seats(t), "--out", "马甲=时间"):
        at = moment(when, tz, close)
        floor = t.by_name(name)
        if floor and casting.left_now(t, floor) and at != cutoffs.left_at(t, floor):
            found.append(Input(DIRECTOR, "定时", ["出局", name, written(at)]))
    roles = dict.fromkeys(said.directors, DIRECTOR) | dict(told.accounts(said.accounts, known.seats(t)))
    had = desk.accounts(t)
    found += [Input(DIRECTOR, "账号", [who, what]) for who, what in roles.items() if had.get(who) != what]
    if said.fast and not paces.hurried(t):  # the director's decision for the day
        found.append(Input(DIRECTOR, paces.FAST, [DIRECTOR]))
    return found


def _dismissed(t: Table, thread: Thread, said: Said, number: int) -> list[Input]:
    """Posts ignored now, that no later import asks about them."""
    wanted, had = set(told.places(said.ignores, "--ignore")), known.dismissed(t, thread, number)
    found = []
    for post in thread.turns:
        if wanted & post.keys and (post.pid or post.floor) not in had:
            params = {"编号": str(post.pid)} if post.pid else {}
            found.append(Input(DIRECTOR, "不是票", [f"{post.floor}楼"] if post.floor else [], _thread(number) | params))
    return found


def _of_seat(final: Final, terms: Terms) -> list[Verdict]:
    """What of a seat's ballots the game does not have yet."""
    old, chain = terms.recorded.get(final.seat), final.chain
    if old is None or not chain:
        return chain
    at = max((n for n, v in enumerate(chain) if _is(v, old)), default=-1)
    if at < 0 and chain[0].verdict == "change":
        return chain  # it answers the ballot on record
    last = chain[at]
    if last.target != old.target:
        if final.status == "out":
            return []
        final.status, final.target, final.by = "director", last.target, last
        final.note = f"已经记下的是 {old.target}，页面上是 {last.target}；{_mend(final.seat, last, old)}"
        return []
    return chain[at + 1 :] if at >= 0 else []


def _mend(seat: str, verdict: Verdict, old: Recorded) -> str:
    """What to do where page and record differ."""
    at = verdict.post.time
    if old.when is not None and at is not None and at.end < old.when.start:
        return START_OVER.format(seat=seat)
    return "要改用 bansha vote change 或 undo"


def _is(verdict: Verdict, old: Recorded) -> bool:
    """Whether a recorded ballot came from this post."""
    if old.when is None:
        return verdict.target == old.target
    return verdict.post.time is not None and verdict.post.time.meets(old.when)


def _line(t: Table, verdict: Verdict, seat: str, before: str, terms: Terms, number: int) -> Input:
    """The ballot as a line. before: whom the seat's ballot named so far."""
    params = _thread(number)
    at = verdict.post.time
    if at is not None:
        params["时间"] = write_span(at)
    gone = [n for n in dict.fromkeys((seat, verdict.target, before)) if _ahead(t, n, verdict, terms)]
    params |= {"先于": ",".join(gone)} if gone else {}
    params |= {"代投": "是"} if verdict.verdict == "proxy" else {}
    params |= {"破例": "是"} if verdict.reason == "overridden" else {}
    if before:
        return Input(seat, "改票", [verdict.target], params)
    if verdict.target == ABSTAIN:
        return Input(seat, "弃权", [], params)
    return Input(seat, "投票", [verdict.target], params)


def _ahead(t: Table, name: str, verdict: Verdict, terms: Terms) -> bool:
    """Whether the post was written ahead of that seat's out, which the game knows already."""
    floor, out, at = t.by_name(name), terms.outs.get(name), verdict.post.time
    if floor is None or out is None or not casting.left_now(t, floor):
        return False
    return at is None or out.since is None or at.start < out.since


def _thread(number: int) -> dict[str, str]:
    return {"贴": str(number)} if number > 1 else {}


# ── post counts ──


def count_start(t: Table, threads: Sequence[Thread]) -> int:
    """From which floor to count on: 0 where the pages begin with the thread. Refuses a hole between imports."""
    first = min((p.floor for th in threads for p in th.posts if p.floor and not p.featured), default=0)
    before = known.counted_to(t)
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


def count_lines(t: Table, totals: dict[str, int], threads: Sequence[Thread]) -> list[Input]:
    """发言数 of seats whose number changed, and how far they were counted."""
    found = []
    for floor, seat in t.s.seats.items():
        old, new = t.s.posts.get(f"{t.s.clock.day}:{floor}"), totals[seat.name]
        if new != old and (old is not None or seat.in_play or new):
            found.append(Input(DIRECTOR, "发言数", [seat.name, str(new)]))
    loose = {id(p) for th in threads for p in th.unplaced}
    last = max((p.floor for th in threads for p in th.posts if id(p) not in loose), default=0)
    if len(threads) == 1 and last > known.counted_to(t):
        found.append(Input(DIRECTOR, "备注", [], {"内容": f"发言数到 {last} 楼"}))
    return found
