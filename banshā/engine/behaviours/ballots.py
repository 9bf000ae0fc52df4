"""What comes of votes: a pack's own ballot, outs taken by another, strikes and insight earned by them."""

from __future__ import annotations

from .. import casting, draws, effects, offices, skills, votes
from ..errors import Refusal
from ..moments import Happening
from ..state import Limit, Question, Skill, Thread, Use
from ..table import Table
from .base import Behaviour, params, register


@register("竞选")
class Election(Behaviour):
    """shuangshen: 狼人.竞选 — holders vote for one of themselves; undecided when the day ends, a draw decides."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return not self._why_not(t, sk)

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        why = self._why_not(t, sk)
        if why:
            raise Refusal("not_ready", f"{use.name} 不能发动：{why}", sk.key, "条件满足时再交")

    def _why_not(self, t: Table, sk: Skill) -> str:
        p = params(t, sk)
        if t.s.clock.day != p["day"]:
            return f"只在第 {p['day']} 天"
        return f"已经有{p['office']}了" if offices.holder(t, p["office"]) else ""

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        """The first holder who hears of it counts for all."""
        if t.rs.slot_in(skills.definition(t, sk), what.phase) is None or self._why_not(t, sk):
            return
        pool = [f for f in t.alive() if any(s.key == sk.key and skills.stands(t, s) for s in skills.of(t, f))]
        cast = [u.selected[0] for u in t.s.uses if u.key == sk.key and u.fate == "done" and u.selected[0] in pool]
        best = max((cast.count(f) for f in pool), default=0)
        top = [f for f in pool if best and cast.count(f) == best]
        if pool:
            chosen = top[0] if len(top) == 1 else draws.pick_seat(t, params(t, sk)["office"], pool, 0, sk)
            offices.appoint(t, params(t, sk)["office"], chosen, "立刻")


@register("替死")
class TopVote(Behaviour):
    """shuangshen: 替罪羊.替死 — out by the vote he drew on himself, he names who may cast in the next one."""

    def on_first_out(self, t: Table, sk: Skill, what: Happening) -> None:
        self._name(t, sk, what)

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        self._name(t, sk, what)

    def _name(self, t: Table, sk: Skill, what: Happening) -> None:
        day, p = t.s.clock.day, params(t, sk)
        used = any(u.skill in skills.line(t, sk) and u.fate == "done" and u.sent.day == day for u in t.s.uses)
        if what.seat != sk.holder or what.hit is None or what.hit.kind != casting.VOTE or not used:
            return
        word = skills.name(t, sk)
        pool = [f for f in t.alive() if not t.seat(f).announced_out]
        key = f"{word}|{sk.holder}|{day}"
        got = t.ask(Question(0, key, sk.holder, word, p["text"], "seats", seats=pool, least=1, most=len(pool)))
        voters = [f for f in (t.by_name(n) for n in got) if f is not None]
        if voters:
            t.s.limits.append(Limit(casting.VOTE, p["until"], t.at, word, voters=voters))
            t.emit("note", f"下一次投票只许 {t.names(voters)} 参加", voters)


@register("王权")
class Crown(Behaviour):
    """shuangshen: 王子.王权 — once, who has the next most votes goes out in the holder's stead; level, nobody does."""

    def on_decided(self, t: Table, sk: Skill, th: Thread, decided: list[int]) -> list[int]:
        p = params(t, sk)
        if sk.holder not in decided or sk.spent.get("used") or th.day < p["day"]:
            return decided
        sk.spent["used"] = 1
        others = {f: n for f, n in th.counts.items() if f != sk.holder and t.seat(f).in_play}
        best = [f for f, n in others.items() if n == max(others.values())]
        c = effects.Context(t, sk.holder, sk, None, best[0] if len(best) == 1 else 0)
        t.publish(effects.fill(c, p["public"] if len(best) == 1 else p["nobody"]), "立刻", [sk.holder])
        return [*(f for f in decided if f != sk.holder), *(best if len(best) == 1 else [])]


@register("刺杀")
class EarnedStrike(Behaviour):
    """shuangshen: 刺客.刺杀 — so many ballots for him, by heads since the first vote that puts out, bring a use."""

    def on_vote_settled(self, t: Table, sk: Skill, what: Happening) -> None:
        before = sk.spent.get("thread", -1)
        for th in t.s.threads:
            if th.id > before and th.kind == "out" and th.settled and not th.void:
                sk.spent["thread"] = th.id
                sk.spent["votes"] = sk.spent.get("votes", 0) + self._ballots(t, sk.holder, th)
        earned, had = sk.spent.get("votes", 0) // int(params(t, sk)["votes"]), sk.spent.get("earned", 0)
        if earned > had and sk.uses is not None:
            sk.uses += earned - had
            sk.spent["earned"] = earned
            t.tell([sk.holder], t.rs.say("uses_more", skill=skills.name(t, sk), n=earned - had))

    def _ballots(self, t: Table, floor: int, th: Thread) -> int:
        now = [b for b in t.s.ballots if b.thread == th.id and not b.void and votes.final_target(b) == floor]
        late = [b for b in t.s.past_ballots if b.thread == th.id and not b.void and b.target == floor]
        return len(now) + len(late) if th.counts else 0


@register("不投不言")
class Silence(Behaviour):
    """shuangshen: 沉寂.预言 — a day without a ballot and without a post of the holder brings one use."""

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.phase != params(t, sk)["phase"] or sk.uses is None or not t.seat(sk.holder).in_play:
            return
        today = {th.id for th in t.s.threads if th.day == t.s.clock.day}
        voted = any(b.voter == sk.holder and b.thread in today for b in [*t.s.ballots, *t.s.past_ballots])
        if not voted and not t.s.posts.get(f"{t.s.clock.day}:{sk.holder}"):
            sk.uses += 1
            t.tell([sk.holder], t.rs.say("use_more", skill=skills.name(t, sk)))
