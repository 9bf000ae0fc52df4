"""Fast typing made exact: seats by prefix or floor, skills left out, full-width signs; lines in canonical form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from banshā.engine import views
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, DIRECTOR_WORDS, PLAYER_WORDS, Input
from banshā.game.grammar import normalise, parse_line, split_line
from banshā.rulebook.names import near, sound_gap

if TYPE_CHECKING:
    from banshā.engine.table import Table

# Keys whose values are seats.
_SEAT_KEYS = frozenset({"名单", "来源", "真"})


def find_seat(t: Table, word: str) -> str | None:
    """The 马甲 meant: exact, by floor, or by unique prefix. Refusal where several fit; None where none does."""
    names = [s.name for s in t.s.seats.values()]
    half = normalise(word).strip()
    for wanted in (word, half):
        if wanted in names:
            return wanted
    floor = half[:-1] if half.endswith(("楼", "#")) else half
    if floor.isdecimal() and (floor != half or not any(normalise(n).isdecimal() for n in names)):
        seat = t.s.seats.get(int(floor))
        if seat is not None:
            return seat.name
        if floor != half:
            raise Refusal("unknown_seat", f"没有 {floor} 楼", "", f"一共 {len(names)} 楼")
    fits = [n for n in names if half and normalise(n).lower().startswith(half.lower())]
    if len(fits) > 1:
        raise Refusal("ambiguous", f"「{word}」可以是 {'、'.join(fits)}", "", "写全马甲，或写楼层（5楼）")
    return fits[0] if fits else None


def seat(t: Table, word: str) -> str:
    """The 马甲 meant. Refusal with the near name where there is none."""
    found = find_seat(t, word)
    if found is None:
        names = [s.name for s in t.s.seats.values()]
        guess = _close(normalise(word), names) or near(word, names)
        raise Refusal("unknown_seat", f"没有 {word}", "", f"是不是 {guess}？" if guess else f"有：{'、'.join(names)}")
    return found


def seats(t: Table, typed: Iterable[str]) -> list[str]:
    """The 马甲 meant, typed one by one or with commas between them (阿一、阿二)."""
    return [
        seat(t, w) for word in typed for w in (split_line(word)[0] if find_seat_quietly(t, word) is None else [word])
    ]


def _close(word: str, names: Iterable[str]) -> str:
    """The name that differs in one sign, the one that sounds most like it first (阿无 → 阿五)."""
    fits = []
    for name in names:
        wrong = [(a, b) for a, b in zip(word, name, strict=False) if a != b]
        if len(name) == len(word) > 1 and len(wrong) == 1:
            fits.append((sound_gap(*wrong[0]), name))
    return min(fits)[1] if fits else ""


def floor(t: Table, word: str) -> int:
    return t.by_name(seat(t, word)) or 0


def actor(t: Table, word: str) -> str:
    """A seat, a party or the director."""
    half = normalise(word)
    if half == DIRECTOR or (half in t.rs.parties and t.by_name(half) is None):
        return half
    try:
        return seat(t, word)
    except Refusal:
        if find := [p for p in t.rs.parties if half and p.startswith(half)]:
            return find[0]
        raise


def line(t: Table, text: str | Sequence[str]) -> Input:
    """One typed move in canonical form: exact names, the skill filled in."""
    words, params = split_line(_spaced(t, text if isinstance(text, str) else " ".join(text)))
    if not words and params:
        raise Refusal("no_actor", f"「{next(iter(params))}=」前面没有写马甲", "", "写成「马甲 技能 目标 名称=值」")
    if not words:
        parse_line("")  # says what is wrong
    who = actor(t, words[0])
    if who == DIRECTOR:
        return _director(t, words, params)
    if len(words) > 1 and words[1] in PLAYER_WORDS:
        return _player(t, who, words[1], words[2:], params)
    skill, rest = _skill(t, who, words[1:])
    return Input(who, skill, [seat(t, w) for w in rest], _params(t, params))


def _spaced(t: Table, text: str) -> str:
    """阿一：毒药 阿三 as 阿一 毒药 阿三, unless a 马甲 has that sign in its name."""
    head, colon, _ = normalise(text).partition(":")
    if not colon or any(c.isspace() or c in '="、,' for c in head.strip()) or find_seat_quietly(t, text.split()[0]):
        return text
    return f"{text[: len(head)]} {text[len(head) + 1 :]}"


def _params(t: Table, params: dict[str, str]) -> dict[str, str]:
    """Seats among the values get their exact names too."""
    found = {}
    for key, value in params.items():
        if key in _SEAT_KEYS:
            value = ",".join(find_seat(t, v) or v for v in value.split(",") if v)
        found[key] = value
    return found


# ── skills ──


def _skill(t: Table, who: str, rest: list[str]) -> tuple[str, list[str]]:
    """The skill's exact name and the words after it; filled in where only one thing is due."""
    if rest:
        word = skill_named(t, who, rest[0])
        if word is not None:
            return word, rest[1:]
        if find_seat(t, rest[0]) is None:
            return _unknown_skill(t, who, rest[0])
    if t.s.over:
        raise Refusal(
            "over", f"游戏已经结束，{t.s.winner or '没有'}获胜", "", "揭秘用 bansha reveal；打错了用 bansha undo"
        )
    moves = [m for m in views.due(t) if m.actor == who] or [m for m in views.ahead(t) if m.actor == who]
    sent = [u.name for u in views.planned(t) if views.doer(t, u) == who]
    names = list(dict.fromkeys(m.name for m in moves)) or list(dict.fromkeys(sent)) or _barred(t, who)
    if len(names) == 1:
        return names[0], rest
    if not names:
        raise Refusal("nothing_due", f"{who} 现在没有要交的技能", "", "写明技能，或用 bansha next 看谁该行动")
    raise Refusal("ambiguous", f"{who} 有几项可交：{'、'.join(names)}", "", "写明是哪个技能")


def skill_named(t: Table, who: str, word: str) -> str | None:
    """The skill a word names: one held (exact, alias, unique prefix) or any of the rules; None where none is."""
    half = normalise(word)
    own = list(dict.fromkeys(str(t.rs.skills[s.key]["name"]) for s in views.held(t, who)))
    if half in own:
        return half
    for s in views.held(t, who):
        if t.rs.alias("skill", f"{t.rs.skills[s.key]['role']}.{half}") == s.key:
            return str(t.rs.skills[s.key]["name"])
    if half in t.rs.by_name:
        return _of_party(t, who, half)
    if find_seat_quietly(t, half) is not None:
        return None
    fits = [n for n in own if n.startswith(half)]
    if len(fits) > 1:
        raise Refusal("ambiguous", f"「{word}」可以是 {'、'.join(fits)}", "", "写全技能名")
    return fits[0] if fits else None


def camp(t: Table, word: str) -> str:
    """A camp by name, alias or unique beginning."""
    half = t.rs.alias("camp", normalise(word))
    fits = [c for c in t.rs.camps if c.startswith(half)] if half not in t.rs.camps else []
    return fits[0] if len(fits) == 1 else half


def find_seat_quietly(t: Table, word: str) -> str | None:
    try:
        return find_seat(t, word)
    except Refusal:
        return word


def _of_party(t: Table, who: str, skill: str) -> str:
    """A party's skill typed under a member: say under whom it belongs."""
    member = t.by_name(who)
    for name in t.rs.parties:
        held = [t.rs.skills[s.key]["name"] for s in views.held(t, name)]
        if member and skill in held and member in _members(t, name):
            raise Refusal("party", f"{skill} 归{name}，不在 {who} 名下", "", f"写「{name} {skill} …」")
    return skill


def _members(t: Table, party: str) -> list[int]:
    from banshā.engine import parties

    return parties.holders(t, party)


def _unknown_skill(t: Table, who: str, word: str) -> tuple[str, list[str]]:
    own = list(dict.fromkeys(str(t.rs.skills[s.key]["name"]) for s in views.held(t, who)))
    for choice in (c for m in views.due(t) if m.actor == who for c in m.choices):
        if fits := [x for x in choice.options if x.startswith(normalise(word))]:
            raise Refusal("unknown_skill", f"没有技能或马甲 {word}", "", f"是要选吗？写成 {choice.key}={fits[0]}")
    names = [s.name for s in t.s.seats.values()]
    guess = near(word, own) or _close(normalise(word), names) or near(word, [*t.rs.by_name, *names])
    hint = f"是不是 {guess}？" if guess else f"{who} 有：{'、'.join(own) or '没有技能'}"
    raise Refusal("unknown_skill", f"没有技能或马甲 {word}", "", hint)


def _barred(t: Table, who: str) -> list[str]:
    """Skills whose time it is but which cannot be used: named, so that the engine says why."""
    held = [t.rs.skills[s.key] for s in views.held(t, who)]
    return list(dict.fromkeys(str(d["name"]) for d in held if t.rs.slot_in(d, t.s.clock.phase) is not None))


# ── reserved words ──


def _player(t: Table, who: str, word: str, args: list[str], params: dict[str, str]) -> Input:
    if word in ("投票", "改票"):
        args = [a if a == "弃权" else seat(t, a) for a in args]
    elif word == "移交":
        args = [seat(t, a) for a in args]
    elif word in ("放弃", "撤回"):
        args = [skill_named(t, who, a) or a for a in args]
    elif word == "回应" and args:
        return answer(t, who, args[0], args[1:], params)
    return Input(who, word, args, params)


def answer(t: Table, who: str, skill: str, values: list[str], params: dict[str, str]) -> Input:
    """An answer: seats among its values get their exact names where the question asks for seats."""
    open_one = next((q for q in t.s.questions if t.name(q.seat) == who and q.skill == skill), None)
    if open_one is not None and open_one.kind in ("seats", "taiji"):
        values = [seat(t, v) for v in values]
    elif open_one is None:
        names = {s.name for s in t.s.seats.values()}
        values = [v if v in names else (find_seat_quietly(t, v) or v) if v.endswith("楼") else v for v in values]
    return Input(who, "回应", [skill, *values], _params(t, params))


_DIRECTOR_SEATS = frozenset({"红牌", "黄牌", "蓝牌", "替补", "助理", "加速", "延时", "撤票"})


def _director(t: Table, words: list[str], params: dict[str, str]) -> Input:
    if len(words) < 2:
        raise Refusal("no_verb", "导演后面没有写做什么", "", f"有：{'、'.join(sorted(DIRECTOR_WORDS))}")
    word, args = words[1], words[2:]
    if word in _DIRECTOR_SEATS:
        args = [a if a == DIRECTOR else seat(t, a) for a in args]
    elif word == "发言数" and args:
        args = [seat(t, args[0]), *args[1:]]
    elif args[1:] and (word == "账号" and args[1] != DIRECTOR or word == "定时" and args[0] == "出局"):
        args = [args[0], seat(t, args[1]), *args[2:]]
    elif word in ("投降", "判负"):
        args = [camp(t, a) for a in args]
    elif word == "裁定" and args:
        args = [args[0], *ruling_args(t, args[0], args[1:])]
    return Input(DIRECTOR, word, args, params)


_ALL_SEATS = frozenset({"出局", "复活", "票数", "警徽", "通知"})
_FIRST_SEAT = frozenset({"状态", "解除", "阵营", "标签", "技能", "次数"})


def ruling_args(t: Table, what: str, args: list[str]) -> list[str]:
    """The seats among a ruling's words in exact form."""
    if what in _ALL_SEATS:
        return [seat(t, a) for a in args]
    if what == "阵营" and len(args) == 2:
        return [seat(t, args[0]), camp(t, args[1])]
    if what in _FIRST_SEAT and args:
        return [seat(t, args[0]), *args[1:]]
    if what in ("胜", "判负"):
        return [camp(t, a) for a in args]
    return args


def exact(t: Table, text: str) -> Input:
    """A line for another moment of the journal: names made exact, nothing filled in by what is due now."""
    inp = parse_line(text)
    try:
        who = actor(t, inp.actor)
        if who == DIRECTOR:
            return _director(t, [who, inp.verb, *inp.args], inp.params)
        if inp.verb in PLAYER_WORDS:
            return _player(t, who, inp.verb, inp.args, inp.params)
        return Input(who, inp.verb, [seat(t, a) for a in inp.args], _params(t, inp.params))
    except Refusal as refusal:
        if refusal.code in ("unknown_seat", "ambiguous"):
            raise
        return inp


# ── many lines ──


def batch(t: Table, texts: Sequence[str], read: Callable[[Table, str], Input] = line) -> list[Input]:
    """Canonical lines of a batch, each read on the table as the lines before it leave it. All or none."""
    from banshā.engine.reducer import apply
    from banshā.game.errors import LineError

    other = t.twin()
    found: list[Input] = []
    wrong: list[tuple[int, str, Any]] = []
    for number, text in enumerate(texts, 1):
        try:
            inp = read(other, text)
            apply(other, replace(inp, number=len(texts) + number))
        except (Refusal, LineError) as error:
            wrong.append((number, text, error))
        else:
            found.append(inp)
    if wrong:
        raise _wrong(wrong, len(texts))
    return found


def _wrong(wrong: list[tuple[int, str, Any]], total: int) -> Refusal:
    """One refusal that names every line that cannot be taken."""
    first = wrong[0][2]
    lines = [f"第 {n} 行「{x}」：{str(e).rstrip('。')}" for n, x, e in wrong]
    head = f"{total} 行里有 {len(wrong)} 行不行，一行也没有记：\n  " + "\n  ".join(lines)
    return Refusal(first.code, head, "", "改好再整批交")
