"""Names that must exist: in effects, conditions, filters and the tables of the rules."""

from __future__ import annotations

from typing import Any

from banshā.rulebook.checks.book import Book, Json, as_list, nested
from banshā.rulebook.names import near
from banshā.rulebook.source import Path_

FILTER = {
    "camp": "camp", "face_camp": "camp", "not_camp": "camp", "side": "side", "role": "role", "class": "class",
    "tags": "tag", "tag": "tag", "card_camp": "camp", "plays_camp": "camp",
    "state": "state", "not_state": "state", "mark_by_me": "state",
    "skill": "skill", "listed_by": "skill",
}  # fmt: skip
WHEN = {
    "target_camp": "camp", "target_not_camp": "camp", "target_face_camp": "camp", "target_role": "role",
    "target_class": "class", "target_face_class": "class", "target_tag": "tag", "target_state": "state",
    "target_face_role_not_camp": "camp",
    "target_not_state": "state", "target_side": "side", "self_camp": "camp", "self_not_camp": "camp",
    "self_tag": "tag", "self_state": "state", "self_not_state": "state", "selected_role": "role", "by_camp": "camp",
    "by_not_camp": "camp", "hit_slot": "slot", "target_doomed": "phase", "phase": "phase", "period": "period",
    "tag": "tag", "settled_camp": "camp", "unused": "skill", "lost": "camp", "target_may_get": "tag",
}  # fmt: skip
# Parameters of effects; those of one verb only stand under its name.
EFFECT = {"until": "end", "vs": "camp", "except_slots": "slot", "release": "release"}
OF_VERB: dict[str, dict[str, str]] = {
    "give": {"give": "state"},
    "leave": {"leave": "tag"},
    "take_tags": {"take_tags": "tag"},
    "uses": {"of": "skill"},
    "extra": {"extra": "skill", "party": "party", "phase": "phase"},
    "skill": {"name": "skill", "party": "party"},
    "clock": {"loop": "loop", "phase": "phase", "to_start_of": "phase"},
    "office": {"name": "office"},
    "limit": {"phases": "phase", "camp": "camp", "not_camp": "camp"},
}
# Parameters of behaviours are theirs to define; under these keys they all mean the same things.
WITH = {
    "skill": "skill", "state": "state", "mark": "state", "camp": "camp", "party": "party", "office": "office",
    "until": "end", "role": "role", "roles": "role", "mine": "state", "jail": "state", "crime": "state",
}  # fmt: skip
# Words for sets of states: those one can be rid of, and those one can be immune to.
ALL_STATES = ("全部", "负面")
IMMUNE = (*ALL_STATES, "失能")
# Words that stand for somebody's camp or role instead of naming one.
BORROWED = ("selected", "target", "settled", "self", "source", "giver", "holder")


def check_references(book: Book) -> None:
    for skill in book.skills.values():
        where = book.where(skill)
        for path, effect in book.effects(skill):
            _effect(book, effect, where, path)
        _skill(book, skill, where)
    _classes(book)
    _lone_tags(book)
    for name, role in book.compiled["roles"].items():
        book.check("camp", role.get("camp"), ("role", name), "camp")
        book.check("role", role.get("pairs"), ("role", name), "pairs")
        book.check("skill", role.get("learned"), ("role", name), "learned")
    for name, entry in book.compiled["listed"].items():
        book.check("camp", entry.get("camp"), ("listed", name), "camp")
    _states(book)
    for phase in book.compiled["phases"]:
        _by_map(book, {"public": "release", "notice": "release"}, phase, ("phase", phase["name"]), "")
    _rules(book)
    _wins(book)


def _classes(book: Book) -> None:
    """Classes are not declared: one that a single role has and that looks like another's is most likely a slip."""
    held: dict[str, list[str]] = {}
    for name, role in book.compiled["roles"].items():
        held.setdefault(role.get("class", ""), []).append(name)
    for word, names in held.items():
        guess = near(word, {x for x in held if len(held[x]) > 1} - {word}) if word and len(names) == 1 else None
        if guess:
            message = f"只有 {names[0]} 的类别是 {word}"
            book.report("R021", ("role", names[0]), "class", message, guess=guess, severity="warning")
    deal = book.compiled["deal"]
    for number, card in enumerate(deal.get("card", [])):
        for key in ("class", "then"):
            book.check("class", card.get(key), ("deal",), f"card[{number}].{key}")
        for key in ("shares", "caps", "single"):
            book.check("role", list(card.get(key, ())), ("deal",), f"card[{number}].{key}")
    for number, cast in enumerate(deal.get("casts", [])):
        book.check("role", list(cast), ("deal",), f"casts[{number}]")
    traits = {x for role in book.compiled["roles"].values() for x in role.get("traits", ())}
    for number, rule in enumerate(deal.get("balance", [])):
        kinds = {"phase": "phase", "beside": "role", "at_most_cards": "role"}
        _by_map(book, kinds, rule, ("deal",), f"balance[{number}]")
        for word in [*rule.get("traits", ()), *([rule["trait"]] if "trait" in rule else [])]:
            if word not in traits:
                book.report("R021", ("deal",), f"balance[{number}]", f"没有定位 {word}", guess=near(word, traits))


def _lone_tags(book: Book) -> None:
    """Tags are not declared either: one that comes up once and that no party goes by is most likely a slip."""
    kinds = ("tag", "heir_tag", "guest_tag")
    parties = [p[key] for p in book.compiled["parties"].values() for key in kinds if key in p]
    found: list[tuple[Path_, str, str]]
    found = [(("role", n), "tags", tag) for n, role in book.compiled["roles"].items() for tag in role["tags"]]
    for skill in book.skills.values():
        where = book.where(skill)
        found += [(where, f"{path}.join", tag) for path, e in book.effects(skill) for tag in as_list(e.get("join"))]
    words = [tag for _, _, tag in found]
    for place, path, tag in found if parties else ():
        if words.count(tag) == 1 and tag not in parties:
            guess = near(tag, set(parties))
            book.report("R019", place, path, f"没有哪一伙人用标签 {tag}", guess=guess, severity="warning")


def _by_map(book: Book, kinds: dict[str, str], table: Json, where: Path_, path: str) -> None:
    for key, kind in kinds.items():
        if key in table:
            book.check(kind, table[key], where, f"{path}.{key}" if path else key)


def _filter(book: Book, table: Any, where: Path_, path: str) -> None:
    if isinstance(table, dict):
        _by_map(book, FILTER, table, where, path)
        for inner in ("not", "where", "beside"):
            _filter(book, table.get(inner), where, f"{path}.{inner}")


def _selector(book: Book, value: Any, where: Path_, path: str) -> None:
    if isinstance(value, str) and value.startswith("party:"):
        book.check("party", value.removeprefix("party:"), where, path)
    _filter(book, value, where, path)


def _when(book: Book, when: Json, where: Path_, path: str) -> None:
    _by_map(book, WHEN, when, where, path)
    _filter(book, when.get("few_left"), where, f"{path}.few_left")
    _by_map(book, FILTER, when.get("settled_of", {}), where, f"{path}.settled_of")


def _effect(book: Book, effect: Json, where: Path_, path: str) -> None:
    verb = effect["verb"]
    _by_map(book, {**EFFECT, **OF_VERB.get(verb, {})}, effect, where, path)
    later = effect.get("later", "")
    if later.startswith("系统."):
        check_system(book, later, where, f"{path}.later")
    elif later:
        book.check("end", later, where, f"{path}.later")
    _when(book, effect.get("when", {}), where, f"{path}.when")
    for key in ("to", "from", "within", "voters", "of", "by", "never_on", "source", "vs_seat", "follow"):
        if not (verb == "uses" and key == "of"):
            _selector(book, effect.get(key), where, f"{path}.{key}")
    if verb == "lift":
        book.check("state", effect["lift"], where, f"{path}.lift", also=ALL_STATES)
    elif verb == "turn":
        book.check("camp", effect["turn"], where, f"{path}.turn", also=BORROWED)
    elif verb == "face":
        _face(book, effect["face"], where, f"{path}.face")
    elif verb == "limit":
        book.check("skill", effect["limit"], where, f"{path}.limit", also=("投票", "指定", "强制", "限定", "翻牌"))
    elif verb == "clock":
        periods = book.known["loop"] | book.known["phase"]
        book.check("period", effect.get("period"), where, f"{path}.period", also=periods)
    elif verb == "hit":
        book.check("slot", effect.get("place"), where, f"{path}.place")
    elif verb == "revive":
        check_system(book, effect["revive"], where, f"{path}.revive")
    elif verb == "do":
        _behaviour(book, effect["do"], where, f"{path}.do")
        _with(book, effect.get("with", {}), where, f"{path}.with")


def _face(book: Book, face: Json, where: Path_, path: str) -> None:
    book.check("camp", face.get("camp"), where, f"{path}.camp", also=BORROWED)
    book.check("role", face.get("role"), where, f"{path}.role", also=(*BORROWED, *book.compiled["listed"]))


def check_system(book: Book, slot: str, where: Path_, path: str) -> None:
    if book.system is None:
        return
    name = slot.removeprefix("系统.")
    if name not in book.system:
        book.report("R023", where, path, f"没有系统动作 {name}", guess=near(name, book.system))


def _behaviour(book: Book, name: Any, where: Path_, path: str) -> None:
    if book.behaviours is not None and isinstance(name, str) and name not in book.behaviours:
        book.report("R020", where, path, f"引擎没有行为 {name}", guess=near(name, book.behaviours))


def _with(book: Book, table: Any, where: Path_, path: str) -> None:
    if not isinstance(table, dict):
        return
    for key, value in table.items():
        here = f"{path}.{key}"
        if key in WITH:
            book.check(WITH[key], value, where, here, also=(*ALL_STATES, *BORROWED))
        elif isinstance(value, dict):
            _with(book, value, where, here)


def _skill(book: Book, skill: Json, where: Path_) -> None:
    book.check("phase", skill["phase"], where, "phase")
    for key in ("informs", "excludes", "modifies"):
        book.check("skill", skill.get(key), where, key)
    _filter(book, skill.get("range"), where, "range")
    _behaviour(book, skill.get("do"), where, "do")
    _with(book, skill.get("with"), where, "with")
    book.check("state", skill.get("immune"), where, "immune", also=IMMUNE)
    _needs(book, skill.get("needs", {}), where, "needs")
    after_out = skill.get("after_out", {})
    _by_map(book, {"phases": "phase", "usable": "skill"}, after_out, where, "after_out")
    _selector(book, after_out.get("only"), where, "after_out.only")
    for number, moment in enumerate(skill.get("on", [])):
        kinds = {"mark": "state", "state": "state", "skill": "skill", "phase": "phase", "period": "period"}
        _by_map(book, kinds, moment, where, f"on[{number}]")
        _when(book, moment.get("when", {}), where, f"on[{number}].when")
    for number, standing in enumerate(skill.get("while", [])):
        path = f"while[{number}]"
        _by_map(
            book,
            {
                "give": "state",
                "vs": "camp",
                "during": "period",
                "except_slots": "slot",
                "judged": "camp",
                "by_camp": "camp",
                "bar": "tag",
                "voting_with": "role",
            },
            standing,
            where,
            path,
        )
        _when(book, standing.get("when", {}), where, f"{path}.when")
        book.check("state", standing.get("immune"), where, f"{path}.immune", also=IMMUNE)
        _face(book, standing.get("face", {}), where, f"{path}.face")


def _needs(book: Book, needs: Json, where: Path_, path: str) -> None:
    kinds = {**WHEN, "usable": "skill", "sent": "skill", "state": "state", "not_state": "state"}
    _by_map(book, kinds, needs, where, path)
    _filter(book, needs.get("others"), where, f"{path}.others")
    _selector(book, needs.get("loop"), where, f"{path}.loop")
    book.check("skill", list(needs.get("uses_of", {})), where, f"{path}.uses_of")
    for number, way in enumerate(needs.get("any", [])):
        _needs(book, way, where, f"{path}.any[{number}]")


def _states(book: Book) -> None:
    for name, state in book.compiled["states"].items():
        where: Path_ = ("state", name)
        _by_map(book, {"hides_tags": "tag", "parts": "state", "spares": "skill", "lends": "skill"}, state, where, "")
        for number, moment in enumerate(state.get("on", [])):
            _by_map(book, {"phase": "phase", "period": "period"}, moment, where, f"on[{number}]")
            _when(book, moment.get("when", {}), where, f"on[{number}].when")
            for path, effect in nested(moment.get("then", []), f"on[{number}].then"):
                _effect(book, effect, where, path)


def _rules(book: Book) -> None:
    compiled = book.compiled
    for name, party in compiled["parties"].items():
        kinds = {"skills": "skill", "heir_camp": "camp", "state": "state"}
        _by_map(book, kinds, party, ("party", name), "")
        if party.get("tag", "") not in book.carried_tags:
            guess = near(party.get("tag", ""), book.carried_tags)
            book.report("R019", ("party", name), "tag", f"没有人带标签 {party.get('tag', '')}", guess=guess)
        if "gathers" in party:
            check_system(book, party["gathers"], ("party", name), "gathers")
        # An order of heirs may name roles that this theme leaves out.
        for key in ("heirs", "last"):
            book.check("role", party.get(key), ("party", name), key, also=book.skill_names, severity="warning")
    for name, office in compiled["offices"].items():
        _by_map(
            book,
            {"party": "party", "skills": "skill", "skill": "skill", "heir_camp": "camp"},
            office,
            ("office", name),
            "",
        )
    for name, camp in compiled["camps"].items():
        book.check("camp", camp.get("opposed"), ("camp", name), "opposed")
    for link in compiled["links"]:
        kinds = {"period": "period", "except_skill": "skill", "except_slots": "slot"}
        _by_map(book, kinds, link, ("link", link["name"]), "")
    for name, number in compiled["numbers"].items():
        for key in ("number", "minus", "plus"):
            book.check("number", number.get(key), ("numbers", name), key)
        _filter(book, number.get("cards"), ("numbers", name), "cards")
    book.check("number", compiled["words"].get("quota"), ("words",), "quota")
    for table in ("cards", "vote", "lives"):
        _not_negative(book, compiled[table], (table,))
    for name, office in compiled["offices"].items():
        _not_negative(book, office, ("office", name))
    for key in ("chain", "takeovers"):
        names = compiled["aim"].get(key)
        book.check("skill", names, ("aim",), key, also=book.known["state"], severity="warning")
    for number, item in enumerate(compiled["aim"].get("chain", [])):
        if isinstance(item, dict):
            kinds = {"state": "state", "period": "period", "unless_camp": "camp"}
            _by_map(book, kinds, item, ("aim",), f"chain[{number}]")
            book.check("skill", item.get("skill"), ("aim",), f"chain[{number}].skill", severity="warning")
    for number, gift in compiled["gifts"].items():
        for side, given in gift.items():
            if side not in ("lasting", "uses"):
                book.check("side", side, ("gifts", number), "", also=("任意",))
                book.check("skill", given, ("gifts", number), side)
    _by_map(book, {"state": "state", "final_links": "link"}, compiled["lives"], ("lives",), "")
    book.check("phase", compiled["clock"].get("snapshots"), ("clock",), "snapshots")
    book.check("skill", compiled["vote"].get("tie"), ("vote",), "tie", also=book.known["office"], severity="warning")
    rewrites = compiled["vote"].get("rewrites")
    book.check("skill", rewrites, ("vote",), "rewrites", also=book.known["state"], severity="warning")
    victory = compiled["victory"]
    _by_map(book, {"priority": "camp", "all_lost": "camp", "manned_from": "phase"}, victory, ("victory",), "")
    book.check("office", victory.get("stalemate"), ("victory",), "stalemate", also=book.known["camp"])


def _not_negative(book: Book, table: Json, where: Path_) -> None:
    for key, value in table.items():
        if isinstance(value, int | float) and value < 0:
            book.report("R042", where, key, f"{key} = {value}，不能是负数")


def _wins(book: Book) -> None:
    for number, win in enumerate(book.compiled["wins"]):
        where = ("win", win.get("name", f"#{number}"))
        book.check("camp", win["camp"], where, "camp")
        _behaviour(book, win.get("do"), where, "do")
        for index, condition in enumerate(win.get("all", [])):
            path = f"all[{index}]"
            _filter(book, condition["count"], where, f"{path}.count")
            bounds = [key for key in ("at_most", "at_least", "below") if key in condition]
            for key in bounds:
                book.check("number", condition[key], where, f"{path}.{key}")
            if len(bounds) != 1:
                book.report("R054", where, path, "at_most、at_least、below 要写一个，也只写一个")
        if not as_list(win.get("all")) and "do" not in win:
            book.report("R054", where, "", "胜负条件要有 all 或 do")
