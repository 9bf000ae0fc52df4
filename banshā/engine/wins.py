"""Wins and defeats: conditions over the state, judged where the ruleset says."""

from __future__ import annotations

from . import behaviours, moments, offices, queries
from .rules import Def
from .table import Table


def judge(t: Table) -> None:
    """Judge every camp: defeats first, then victories, then the last camp standing."""
    if t.s.winner or t.s.over:
        return
    claimed = next((c for c in t.s.claims if c not in t.s.lost), None)  # stands above a defeat of the same moment
    fresh = defeats(t)
    for camp, why in fresh:
        declare_lost(t, camp, why)
    if claimed:
        winner = _veto(t, (claimed, "技能自带的胜利"), [c for c in judged(t) if c not in t.s.lost])
    else:
        winner = victory(t, [c for c, _ in fresh])
    if winner:
        declare_won(t, *winner)


def judge_at_once(t: Table) -> None:
    """In the middle of a phase only the last camp standing wins; everything else waits for the phase's end."""
    doomed = {camp for camp, _ in defeats(t)}
    if t.s.claims or sum(c not in t.s.lost and c not in doomed for c in judged(t)) == 1:
        judge(t)


def reconsider(t: Table, camp: str) -> None:
    """A lost camp got a new member: it stands again unless a condition of defeat still holds."""
    if (
        camp in t.s.lost
        and camp not in t.s.sealed
        and not any(
            met(t, w, camp) for w in t.rs.data.get("wins", []) if w["kind"] == "lose" and camp in _camps(t, w["camp"])
        )
    ):
        t.s.lost.remove(camp)
        t.emit("note", f"{camp}有了新成员，重新计算后不再判负", [])


def declare_lost(t: Table, camp: str, why: str, sealed: bool = False) -> None:
    """`sealed`: lost by cards or by word, not by a condition that a new member may change."""
    if sealed and camp not in t.s.sealed:
        t.s.sealed.append(camp)
    if camp not in t.s.lost:
        t.s.lost.append(camp)
        with t.under(f"胜负.{camp}"):
            t.emit("lost", f"{camp}判负（{why}）", [], camp=camp)
            moments.fire(t, "lost", 0, camp=camp)


def declare_won(t: Table, camp: str, why: str) -> None:
    t.s.winner, t.s.over = camp, True
    with t.under(f"胜负.{camp}"):
        t.emit("won", f"{camp}获胜（{why}）", [], camp=camp)
        t.publish(t.rs.say("won", camp=camp), "立刻")


def show_rulings(t: Table, camp: str) -> None:
    """What the director judges himself, with its conditions as they stand, next to his verdict."""
    for w in t.rs.data.get("wins", []):
        if w["kind"] == "ruling" and w["camp"] == camp:
            now = explain(t, w, camp)
            t.emit("note", f"{w.get('name', '裁定')}：{w.get('text', '')}" + (f"（现在：{now}）" if now else ""), [])


def count_camps(t: Table) -> None:
    """[victory] manned_from: camps that have nobody once this phase is over never were."""
    if t.rs.table("victory").get("manned_from") == t.s.clock.phase:
        t.s.manned = [c for c in t.s.manned if any(seat.camp == c for seat in t.s.seats.values())]


def judged(t: Table) -> list[str]:
    """Camps that play for a result: ever manned, with none that stands for having no camp."""
    return list(t.s.manned)


def defeats(t: Table) -> list[tuple[str, str]]:
    """Camps that now meet one of their conditions of defeat."""
    found = []
    for w in t.rs.data.get("wins", []):
        if w["kind"] != "lose":
            continue
        for camp in _camps(t, w["camp"]):
            if camp in t.s.manned and camp not in t.s.lost and met(t, w, camp):
                found.append((camp, explain(t, w, camp)))
    return found


def _camps(t: Table, camp: str) -> list[str]:
    """`*SIDE` stands for every camp of that side."""
    if camp.startswith("*"):
        return [n for n, d in t.rs.camps.items() if d.get("side") == camp[1:] and not d.get("none")]
    return [camp]


def met(t: Table, w: Def, camp: str) -> bool:
    """Whether all conditions of the entry hold."""
    if "do" in w:
        b = behaviours.get(w["do"])
        return bool(b.won(t, camp, w))  # type: ignore[attr-defined]
    return all(_counted(t, c, camp) for c in w.get("all", []))


def _counted(t: Table, c: Def, camp: str) -> bool:
    n = how_many(t, c["count"], camp)
    if "at_most" in c and n > queries.number(t, c["at_most"]):
        return False
    if "at_least" in c and n < queries.number(t, c["at_least"]):
        return False
    return not ("below" in c and n >= queries.number(t, c["below"]))


def how_many(t: Table, count: Def, camp: str) -> int:
    """Seats that count; ``camp = "*"`` is the camp being judged."""
    f = {k: (camp if v == "*" else v) for k, v in count.items()}
    return len(queries.select(t, {"who": "全体", **f}))


def explain(t: Table, w: Def, camp: str) -> str:
    """The condition in numbers, for the director."""
    parts = []
    for c in w.get("all", []):
        for word, sign in (("at_most", "≤"), ("at_least", "≥"), ("below", "＜")):
            if word in c:
                limit = c[word]
                shown = f"{limit}={queries.number(t, limit)}" if isinstance(limit, str) else str(limit)
                parts.append(f"{_phrase(c['count'], camp)} {how_many(t, c['count'], camp)}{sign}{shown}")
    return "，".join(parts) or str(w.get("do", ""))


def _phrase(count: Def, camp: str) -> str:
    words = [str(count.get("who", ""))]
    for key in ("camp", "role", "class", "tags", "state", "not_state"):
        if key in count:
            value = count[key]
            text = "、".join(value) if isinstance(value, list) else str(value)
            words.append(("非" if key.startswith("not_") else "") + text.replace("*", camp))
    return "".join(words)


def victory(t: Table, fresh: list[str]) -> tuple[str, str] | None:
    """The camp that wins now, and why. `fresh`: camps that were judged lost just now."""
    rule = t.rs.table("victory")
    standing = [c for c in judged(t) if c not in t.s.lost]
    claims: dict[str, str] = {}
    for w in t.rs.data.get("wins", []):
        if w["kind"] in ("win", "win_at_once"):
            for camp in _camps(t, w["camp"]):
                ok = camp in t.s.manned and (camp not in t.s.lost or w.get("special"))
                if ok and met(t, w, camp) and _joint_too(t, camp, standing):
                    claims.setdefault(camp, explain(t, w, camp))
    if rule.get("last_standing", True) and len(standing) == 1:
        claims.setdefault(standing[0], "只剩这一个阵营没有判负")
    if not standing and not claims:
        return _nobody_left(t, rule, fresh)
    return _veto(t, _first(claims, rule), standing)


def _joint_too(t: Table, camp: str, standing: list[str]) -> bool:
    """Whether the camps joined to this one have what they need as well (a camp without entries: to stand alone)."""
    for other in t.s.joint.get(camp, []):
        entries = [w for w in t.rs.data.get("wins", []) if w["kind"] in ("win", "win_at_once") and w["camp"] == other]
        if not (any(met(t, w, camp) for w in entries) if entries else standing == [camp]):
            return False
    return True


def _first(claims: dict[str, str], rule: Def) -> tuple[str, str] | None:
    """Only one camp wins: by the printed priority, then in the order of the conditions."""
    order = rule.get("priority", [])
    ranked = sorted(claims, key=lambda c: order.index(c) if c in order else len(order))
    return (ranked[0], claims[ranked[0]]) if ranked else None


def _veto(t: Table, claim: tuple[str, str] | None, standing: list[str]) -> tuple[str, str] | None:
    """A camp that keeps others from winning wins in their stead while its condition holds."""
    for w in t.rs.data.get("wins", []):
        if w["kind"] == "veto" and w["camp"] in standing and met(t, w, w["camp"]):
            two = len(standing) == 2
            if (claim and claim[0] != w["camp"]) or two:
                return w["camp"], "仍在场，别的阵营不能获胜"
    return claim


def _nobody_left(t: Table, rule: Def, fresh: list[str]) -> tuple[str, str] | None:
    """All that were left lost at once: a printed order, or the camp of the one who holds an office if it is of them."""
    for camp in rule.get("all_lost", []):
        if camp in t.s.manned and camp in (fresh or t.s.manned):
            return camp, "同时判负，按规定次序"
    office = rule.get("stalemate")
    who = offices.holder(t, office) if office else 0
    if who and t.seat(who).camp in fresh:
        return t.seat(who).camp, f"僵局，{office}所在阵营"
    if fresh:
        t.todo("所有阵营都已判负，请导演裁定胜者")
    return None
