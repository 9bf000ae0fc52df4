"""What may be typed next: for Tab in bash, zsh and fish, and in `bansha console`.

A completer answers fast and never raises: without a game, with a damaged save or in the middle of nowhere it has
nothing to say. Values come in the order in which they are likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banshā.engine.table import Table
    from banshā.game.library import Library
    from banshā.game.play import Game

Found = list[str | tuple[str, str]]  # a value, or a value with what it is
Complete = Callable[[Any, str], Found]

# The console lends its open game; elsewhere a game is opened for every Tab.
lent: Callable[[], Game | None] | None = None


def _quietly(find: Callable[[Any, str], Iterable[str | tuple[str, str]]]) -> Complete:
    def complete(ctx: Any, incomplete: str) -> Found:
        try:
            return _fitting(find(ctx, incomplete), incomplete)
        except Exception:
            return []

    complete.__name__, complete.__doc__ = find.__name__, find.__doc__
    return complete


def _fitting(found: Iterable[str | tuple[str, str]], begun: str) -> Found:
    """What begins as typed, each value once; a value that another shell word would split is left out."""
    out: dict[str, str | tuple[str, str]] = {}
    for item in found:
        value = item if isinstance(item, str) else item[0]
        if value.startswith(begun) and value not in out and not any(c.isspace() for c in value):
            out[value] = item
    return list(out.values())


# ── where to look ──


def _shared(ctx: Any, name: str) -> Any:
    """A shared option given anywhere on the line."""
    from . import options

    while ctx is not None:
        if ctx.params.get(name):
            return ctx.params[name]
        ctx = ctx.parent
    return getattr(options.shared, name)


def _library(ctx: Any) -> Library:
    from banshā.game.library import Library

    return Library.find(_shared(ctx, "saves"))


def _game(ctx: Any) -> Game:
    from banshā.game.play import Game

    if lent is not None and not _shared(ctx, "game"):
        game = lent()
        if game is not None:
            return game
    return Game.open(_library(ctx), _shared(ctx, "game"))


def _table(ctx: Any) -> Table:
    return _game(ctx).table


def _words(ctx: Any, *names: str) -> list[str]:
    """The words already typed for these parameters."""
    out: list[str] = []
    for name in names:
        value = ctx.params.get(name)
        out += [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)] if value else []
    return out


# ── simple things ──


@_quietly
def saves(ctx: Any, incomplete: str) -> Iterable[str]:
    return _library(ctx).games()


@_quietly
def rulesets(ctx: Any, incomplete: str) -> Iterable[str]:
    from banshā.rulebook import locate

    if "/" in incomplete or incomplete.startswith("."):
        return _folders(incomplete)
    return locate.available()


def _folders(begun: str) -> list[str]:
    path = Path(begun)
    parent = path if begun.endswith("/") else path.parent
    prefix = begun if begun.endswith("/") else begun[: begun.rfind("/") + 1]
    return [prefix + p.name for p in sorted(parent.iterdir()) if p.is_dir() and not p.name.startswith(".")]


@_quietly
def seats(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    """Every seat; those in play first. The save's list of seats is enough, so nothing is replayed."""
    return _seats(ctx)


def _seats(ctx: Any) -> list[tuple[str, str]]:
    return [(s.name, f"{s.floor}楼") for s in _game(ctx).save.seats]


@_quietly
def seat_or_stop(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    return [*_seats(ctx), "弃权"]


@_quietly
def voters(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    """Those who have not voted first."""
    from banshā.engine import casting

    t = _table(ctx)
    due = casting.without_ballot(t, casting.open_now(t))
    return [*((t.name(f), "没投") for f in due), *_seats(ctx)]


@_quietly
def formats(ctx: Any, incomplete: str) -> Iterable[str]:
    from banshā.report.markup import FORMATS

    return FORMATS


@_quietly
def labels(ctx: Any, incomplete: str) -> Iterable[str]:
    """Stages played so far, the last first."""
    from banshā.report import stages

    t = _table(ctx)
    return reversed(list(dict.fromkeys(stages.label(t, e.at) for e in t.log if e.at.phase)))


@_quietly
def nights(ctx: Any, incomplete: str) -> Iterable[str]:
    t = _table(ctx)
    found = dict.fromkeys((u.sent.day, u.sent.run) for u in t.s.uses if t.rs.phases[u.sent.phase].queued)
    return [f"夜{day}" + (f"#{run}" if run > 1 else "") for day, run in reversed(list(found))]


@_quietly
def phases(ctx: Any, incomplete: str) -> Iterable[str]:
    """Phases from here on."""
    t = _table(ctx)
    order = t.rs.day
    here = order.index(t.s.clock.phase) + 1 if t.s.clock.phase in order else 0
    groups = [t.rs.phases[p].group for p in order]
    return [*order[here:], *order[:here], *groups]


@_quietly
def camps(ctx: Any, incomplete: str) -> Iterable[str]:
    return _table(ctx).s.manned


@_quietly
def cards(ctx: Any, incomplete: str) -> Iterable[str]:
    return ["蓝", "黄", "红"]


@_quietly
def paces(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    return [("加速", "谁申请"), ("延时", "谁申请"), ("关门", "定下时间"), ("show", "申请和关门时间")]


@_quietly
def errands(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    return [("done", "办完了，后面写编号")]


@_quietly
def tasks(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    """todo done: numbers of what is still to be done outside."""
    from . import chores

    return [(str(x.number), x.text) for x in chores.tasks(_table(ctx)) if not x.done]


@_quietly
def inputs(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    """Numbers of the journal, the last first."""
    return [(str(e.number), e.line) for e in reversed(_game(ctx).save.journal)]


@_quietly
def questions(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    """answer: the number of a question, then what may be said to it."""
    t = _table(ctx)
    said = _words(ctx, "words")
    asked = {str(q.number): q for q in t.s.questions}
    if not said:
        return [(n, f"{t.name(q.seat)}（{q.skill}）{q.text}") for n, q in asked.items()] + _seats(ctx)
    q = asked.get(said[0])
    if q is None:
        return _moves(t, said, incomplete)
    options = [f"选项={o}" for o in q.options] if q.seats else list(q.options)
    return [*(t.name(f) for f in q.seats), *options]


@_quietly
def explained(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    if incomplete[:1] == "e":
        t = _table(ctx)
        return [(f"e{e.index}", e.text) for e in reversed(t.log)]
    return _seats(ctx)


@_quietly
def rule_names(ctx: Any, incomplete: str) -> Iterable[str]:
    """Roles, skills and states of the ruleset named before."""
    from banshā.report import rulepages

    from . import base

    return rulepages.names(base.compiled(_words(ctx, "book")[0]))


# ── moves ──


@_quietly
def moves(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    """submit: who is due, with what, on whom."""
    return _moves(_table(ctx), _words(ctx, "words"), incomplete)


@_quietly
def skills(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    """The skills of the seat named before."""
    return _skills_of(_table(ctx), _words(ctx, "who")[0])


@_quietly
def actors(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    return _actors(_table(ctx))


def _actors(t: Table) -> list[str | tuple[str, str]]:
    """Those we wait for first, then every seat and party."""
    from banshā.engine import views

    due = [(m.actor, m.name) for m in views.due(t)]
    return [*due, *t.rs.parties, *(s.name for s in t.s.seats.values())]


def _skills_of(t: Table, word: str) -> list[str | tuple[str, str]]:
    from banshā.engine import views

    from . import words

    who = words.actor(t, word)
    due = [m.name for m in views.due(t) if m.actor == who]
    return [*((n, "该交") for n in due), *(str(t.rs.skills[s.key]["name"]) for s in views.held(t, who))]


def _moves(t: Table, said: list[str], begun: str) -> list[str | tuple[str, str]]:
    from banshā.engine import views
    from banshā.engine.inputs import PLAYER_WORDS

    from . import words

    if not said:
        return _actors(t)
    who = words.actor(t, said[0])
    moves = [*views.due(t), *views.open_moves(t), *views.ahead(t)]
    open_now = list({m.name: m for m in moves if m.actor == who}.values())
    named = words.skill_named(t, who, said[1]) if len(said) > 1 else None
    mine = [m for m in open_now if named is None or m.name == named][:1] if named or len(open_now) == 1 else []
    targets = [t.name(f) for m in mine for f in m.targets if t.name(f) not in said]
    choices = [f"{c.key}={o}" for m in mine for c in m.choices for o in (c.options or [""])]
    if len(said) == 1:
        return [*dict.fromkeys(m.name for m in open_now), *_skills_of(t, said[0]), *sorted(PLAYER_WORDS), *targets]
    return [*targets, *choices, *(s.name for s in t.s.seats.values())]


@_quietly
def rulings(ctx: Any, incomplete: str) -> Iterable[tuple[str, str]]:
    from .desk import RULINGS

    return [(key, f"{word} {form}") for key, (word, form) in RULINGS.items()]


@_quietly
def ruled(ctx: Any, incomplete: str) -> Iterable[str | tuple[str, str]]:
    """The words of a ruling: seats, then what it gives or takes."""
    t = _table(ctx)
    what, said = _words(ctx, "what")[0], _words(ctx, "args")
    if what in ("win", "lose"):
        return t.s.manned
    if not said or what in ("out", "revive", "tally", "notice"):
        return _seats(ctx)
    second: dict[str, Callable[[], Iterable[str]]] = {
        "state": lambda: t.rs.states, "lift": lambda: t.rs.states, "camp": lambda: t.rs.camps,
        "skill": lambda: t.rs.skills,
        "uses": lambda: [x if isinstance(x, str) else x[0] for x in _skills_of(t, said[0])],
    }  # fmt: skip
    if len(said) == 1 and what in second:
        return second[what]()
    return [f"至={end}" for end in t.rs.ends] if what == "state" else []
