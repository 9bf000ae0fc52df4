"""The vote rules over the posts of a thread: which ballots count, which do not and why, which the director decides.

A post is judged at the moment it was written. Where the page tells that moment only roughly, it is judged at every
moment that makes a difference; unless all agree, the director is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from . import ballots, doubts
from .ballots import ABSTAIN, Draft
from .names import Match, account, match
from .posts import WITHIN, Post, Thread
from .reasons import START_OVER, WORDS
from .replies import meets, replies_to
from .times import shown
from .verdicts import Final, Outcome, Recorded, Standing, Terms, Verdict


def judge(thread: Thread, terms: Terms) -> Outcome:
    """Judge a thread."""
    posts = [p for p in thread.turns if not p.within or ballots.like_a_vote(p.text)]
    court = _Court(terms, posts)
    for post in posts:
        court.hear(post)
    beside = [a for p in thread.posts for a in [*p.asides, *doubts.framed(p, terms)] if a.where != WITHIN]
    seen = [a for a in beside if ballots.like_a_vote(a.text)]
    return Outcome(court.verdicts, [court.final(seat) for seat in terms.seats], seen)


class _Court:
    """The state of the judgement: what stands for each seat so far."""

    def __init__(self, terms: Terms, posts: list[Post]) -> None:
        self.terms, self.posts = terms, posts
        self._names = [*terms.seats, ABSTAIN]
        self.standing: dict[str, Standing] = {}
        self.verdicts: list[Verdict] = []
        self.pending: dict[str, list[Verdict]] = {}
        for seat, old in terms.recorded.items():
            if not self._on_page(seat, old):
                self.standing[seat] = Standing(old.target, [], [], old.changes, False, old)

    def _on_page(self, seat: str, old: Recorded) -> bool:
        """Whether the post of a recorded ballot is among those read (then the page tells more than the record)."""
        if old.when is None:
            return False
        by = {seat, *self.terms.directors, *(a for a, name in self.terms.accounts.items() if name == seat)}
        return any(p.author in by and p.time is not None and p.time.meets(old.when) for p in self.posts)

    # ── one post ──

    def hear(self, post: Post) -> None:
        keys = post.keys
        if said := keys & self.terms.overrides.keys():
            self._add(self._overridden(post, self.terms.overrides[min(said)]))
            return
        if keys & self.terms.ignores:
            self.verdicts.append(Verdict(post, "ignore", reason="ignored"))
            return
        drafts = ballots.read(post.text)
        suspect = ballots.resembles(post.text, self.terms.seats) if not drafts else None
        found = account(self.terms.accounts.get(post.author, post.author), self.terms.seats)
        if post.anonymous:
            self._add(self._anonymous(post, drafts, suspect))
        elif post.author in self.terms.directors and not found.sure:
            for verdict in self._of_director(post, drafts):
                self._add(verdict)
        elif found.sure:
            self._add(self._of_seat(post, found, drafts, suspect))
        else:
            self._add(self._unknown(post, found, drafts, suspect))

    def _add(self, verdict: Verdict) -> None:
        """Book a verdict: what counts stands, what is asked waits for the director."""
        self.verdicts.append(verdict)
        seat = verdict.seat
        if not seat:
            return
        if verdict.counts or verdict.verdict == "ask" and verdict.reason in doubts.LASTING:
            self._stand(seat, verdict)
        if verdict.verdict == "ask":
            self.pending.setdefault(seat, []).append(verdict)

    def _stand(self, seat: str, verdict: Verdict) -> None:
        old = self.standing.get(seat)
        doubtful = not verdict.counts
        changing = old is not None and (verdict.verdict == "change" or doubtful or verdict.reason == "overridden")
        if changing and old is not None:
            free = verdict.reason == "target-went-out-at-noon"
            self.standing[seat] = replace(
                old, target=verdict.target, chain=[*old.chain, verdict], posts=[*old.posts, verdict.post],
                changes=old.changes + (not free), doubtful=doubtful,
            )  # fmt: skip
            return
        for waiting in self.pending.get(seat, []):
            waiting.moot = True
        if any(v.seat == seat and v.verdict in ("ask", "void") for v in self.verdicts[:-1]):
            verdict.remarks.append("corrects-earlier")
        known = self.terms.recorded.get(seat)
        changes = known.changes if known and verdict.reason == "recorded" else 0
        self.standing[seat] = Standing(verdict.target, [verdict], [verdict.post], changes, doubtful)

    # ── who is not a voter ──

    def _stranger(self, post: Post, drafts: list[Draft], suspect: Draft | None, kind: str, why: str) -> Verdict:
        draft = drafts[0] if drafts else suspect
        if draft is None:
            return Verdict(post, "ignore", reason=why)
        target = self._name(draft.target)
        return Verdict(post, kind, target.name or draft.target, why)

    def _unknown(self, post: Post, found: Match, drafts: list[Draft], suspect: Draft | None) -> Verdict:
        """An account that is no seat: a slip in the roster, a director not named so far, or a spectator."""
        if any(d.seat and match(d.seat, self.terms.seats).sure for d in drafts):
            verdict = self._stranger(post, drafts, suspect, "ask", "proxy-by-stranger")
            verdict.note = f"{post.author} 若是导演，加 --director {post.author}"
        elif found.name and drafts:
            verdict = self._stranger(post, drafts, suspect, "ask", "near-account")
            verdict.note = f"是不是 {found.name}？用 --account {post.author}={found.name}"
        else:
            verdict = self._stranger(post, drafts, suspect, "ignore", "not-a-seat")
        return verdict

    def _anonymous(self, post: Post, drafts: list[Draft], suspect: Draft | None) -> Verdict:
        """Nobody's ballot, unless the director gave it to a seat before."""
        verdict = self._stranger(post, drafts, suspect, "ask", "anonymous")
        for seat, old in self.terms.recorded.items():
            if verdict.target == old.target and old.when and post.time and old.when == post.time:
                return replace(verdict, verdict="ignore", reason="recorded", note=f"记作 {seat} 的票")
        return verdict

    def _of_director(self, post: Post, drafts: list[Draft]) -> list[Verdict]:
        """The director's post: ballots he casts for somebody who asked him to."""
        found = []
        for draft in drafts:
            seat = match(draft.seat, self.terms.seats) if draft.seat else Match("reject")
            if seat.sure:
                found.append(self._sure_about_time(post, partial(self._proxy, post, draft, seat.name)))
                continue
            target = self._name(draft.target)
            meant = seat.name or ballots.meant_for_another(post.text, draft)  # else he only speaks of ballots
            if meant and (target.name or seat.name) and not post.opener:
                found.append(Verdict(post, "ask", target.name, "proxy-without-seat", seat.name, note=seat.why))
        return found or [Verdict(post, "ignore", reason="director")]

    def _proxy(self, post: Post, draft: Draft, seat: str, at: datetime) -> Verdict:
        verdict = self._ballot(post, seat, draft, at, "proxy")
        if draft.kind == "改票" and (verdict.counts or verdict.reason == "second-vote"):
            verdict = replace(verdict, verdict="ask", reason="proxy-change")
        if (verdict.counts or verdict.reason == "proxy-change") and at >= self.terms.no_proxies_from:
            return replace(verdict, verdict="void", reason="proxy-last-hour")
        return verdict

    def _overridden(self, post: Post, word: str) -> Verdict:
        """The director's decision on a post stands against every rule."""
        who, colon, target = word.partition(":")
        author = self.terms.accounts.get(post.author, post.author)
        seat = match(who, self.terms.seats).name if colon else account(author, self.terms.seats).name
        kind = "change" if seat in self.standing else "vote"
        return Verdict(post, kind, (target if colon else word), "overridden", seat)

    # ── a seat's post ──

    def _of_seat(self, post: Post, found: Match, drafts: list[Draft], suspect: Draft | None) -> Verdict:
        seat = found.name
        old = self.terms.recorded.get(seat)
        if post.locked and not (post.text and drafts and "隐藏" in post.locked):
            blocked = "屏蔽" in post.locked or "删除" in post.locked
            return Verdict(post, "unreadable", "", "blocked" if blocked else "unreadable", seat, note=post.locked)
        draft = drafts[0] if drafts else suspect
        if draft is None:
            if post.cut:
                return Verdict(post, "unreadable", "", "cut", seat)
            return Verdict(post, "ignore", seat=seat)
        verdict = self._sure_about_time(post, lambda at: self._vote(post, seat, drafts, draft, at))
        if found.why:
            verdict.remarks.append(found.why)
        unsure = verdict.verdict == "ask" or not verdict.counts and seat not in self.standing
        if unsure and old and old.when and post.time and post.time.meets(old.when):
            return self._settled(verdict, old)
        return verdict

    def _settled(self, verdict: Verdict, old: Recorded) -> Verdict:
        """A post in doubt that the game already has a ballot of: the director decided, unless it changed since."""
        if verdict.target in ("", old.target):
            kind = "change" if verdict.seat in self.standing else "vote"
            return replace(
                verdict, verdict=kind, target=old.target, remarks=[*verdict.remarks, verdict.reason], reason="recorded"
            )
        return replace(verdict, note="；".join(x for x in (verdict.note, f"已经记下的是 {old.target}") if x))

    def _sure_about_time(self, post: Post, at: Callable[[datetime], Verdict]) -> Verdict:
        """The verdict, if it is the same whenever within its span the post was written."""
        if post.time is None:
            verdict = at(self.terms.closes - self.terms.last_hour * 2)
            return replace(verdict, verdict="ask", reason="time-unclear", remarks=[verdict.reason, *verdict.remarks])
        moments = [post.time.start, post.time.end]
        for edge in self._edges():
            if post.time.start < edge <= post.time.end:
                moments += [edge - timedelta(seconds=1), edge]
        said = [at(moment) for moment in sorted(set(moments))]
        if all((v.verdict, v.target) == (said[0].verdict, said[0].target) for v in said):
            return next((v for v in said if v.reason), said[0])
        first = next((v for v in said if v.counts), said[0])
        note = f"发在 {shown(post.time, self.terms.tz)} 之间：" + "，或".join(
            dict.fromkeys(WORDS.get(v.reason, "") or "有效" for v in said)
        )
        return replace(first, verdict="ask", reason="time-unclear", note=note)

    def _edges(self) -> Iterable[datetime]:
        yield self.terms.closes
        yield self.terms.last_hour_from
        yield self.terms.no_proxies_from
        if self.terms.fast_from is not None:
            yield self.terms.fast_from
        yield from (out.since for out in self.terms.outs.values() if out.since)

    def _vote(self, post: Post, seat: str, drafts: list[Draft], draft: Draft, at: datetime) -> Verdict:
        if len(drafts) > 1:
            return self._several(post, seat, drafts, at)
        return self._ballot(post, seat, draft, at, "vote" if draft.kind == "投票" else "change")

    def _several(self, post: Post, seat: str, drafts: list[Draft], at: datetime) -> Verdict:
        """More than one ballot in a post: none counts, unless some only seem to be ballots."""
        plain = [d for d in drafts if not d.doubts]
        changes = [d for d in drafts if d.kind == "改票"]
        likely = (plain if len(plain) == 1 else changes if self._stands(seat) and len(changes) == 1 else drafts)[0]
        named = {self._name(d.target).name for d in drafts}
        verdict = Verdict(post, "void", "", "two-in-one", seat)
        if at >= self.terms.closes:
            return replace(verdict, verdict="late", target=self._name(drafts[0].target).name, reason="after-closing")
        if self._out(seat, at):
            return replace(verdict, reason="voter-out")
        if not changes and self._stands(seat):
            return replace(verdict, reason="second-vote")
        blurred = post.lacks & {"quotes", "signature"} or len(plain) < len(drafts)
        if blurred or len(named) == 1 or 0 < len(changes) < len(drafts):
            return replace(verdict, verdict="ask", target=self._name(likely.target).name)
        return verdict

    def _ballot(self, post: Post, seat: str, draft: Draft, at: datetime, kind: str) -> Verdict:
        """One ballot at one moment, by the rules in the order a director asks them."""
        target = self._name(draft.target)
        verdict = Verdict(post, kind, target.name, "", seat, doubts.remarks(post, target, self.terms))
        if kind != "change" and draft.doubts == ["malformed"] and self._stands(seat):
            return replace(verdict, verdict="ignore", target="")  # talk about the ballot that stands
        if at >= self.terms.closes:
            return replace(verdict, verdict="late", reason="after-closing")
        if self._out(seat, at):
            return replace(verdict, verdict="void", reason="voter-out")
        if seat in self.terms.barred:
            return replace(verdict, verdict="void", reason="barred", note=self.terms.barred[seat])
        if kind != "change" and self._stands(seat):
            return replace(verdict, verdict="void", reason="second-vote")
        doubt = doubts.doubt(post, draft, target, self._names)
        if doubt:
            return replace(verdict, verdict=doubt[0], reason=doubt[1], note=doubt[2])
        if self._out(target.name, at):
            return replace(verdict, verdict="void", reason="target-out")
        gone = target.name in self.terms.outs
        open_to = self.terms.candidates
        if open_to is not None and target.name not in open_to and target.name != ABSTAIN and not gone:
            return replace(verdict, verdict="void", reason="target-barred")
        verdict = self._first(verdict) if kind != "change" else self._change(verdict, at)
        edited = doubts.edited(post, self.terms)
        if edited not in doubts.LASTING and doubts.was_other(post, target.name, self._names):
            edited = "changed-by-edit"
        if verdict.counts and edited in doubts.LASTING:
            return replace(verdict, verdict="ask", reason=edited, note=doubts.earlier(post))
        return verdict

    def _stands(self, seat: str) -> bool:
        return seat in self.standing and bool(self.standing[seat].chain)

    def _first(self, verdict: Verdict) -> Verdict:
        """A first ballot, unless the game has one that is not on these pages."""
        old = self.standing.get(verdict.seat)
        if old is None or old.recorded is None:
            return verdict
        if old.recorded.when is None and old.target == verdict.target:
            return replace(verdict, reason="recorded")
        if old.recorded.when is None:
            return replace(verdict, verdict="ask", reason="differs", note=f"已经记下的是 {old.target}")
        at = verdict.post.time
        if at is not None and at.end < old.recorded.when.start:
            return replace(verdict, verdict="ask", reason="before-recorded", note=START_OVER.format(seat=verdict.seat))
        return replace(verdict, verdict="void", reason="second-vote")

    def _change(self, verdict: Verdict, at: datetime) -> Verdict:
        old = self.standing.get(verdict.seat)
        if old is None:
            waits = any(not v.moot for v in self.pending.get(verdict.seat, [])) or self._answers_unread(verdict.post)
            return replace(verdict, verdict="ask" if waits else "void", reason="change-without-vote")
        out = self.terms.outs.get(old.target)
        gone = out is not None and out.noon and self._out(old.target, at)
        closed = "" if gone else self._no_change(old, at)
        if closed:
            return replace(verdict, verdict="void", reason=closed)
        when = old.recorded.when if old.recorded else None
        sure, why = replies_to(verdict.post, old.posts, when, self.terms.directors, self.terms.zone)
        if sure is not True:
            return replace(verdict, verdict="void" if sure is False else "ask", reason=why)
        if why:
            verdict = replace(verdict, remarks=[*verdict.remarks, why])
        return replace(verdict, reason="target-went-out-at-noon") if gone else verdict

    def _answers_unread(self, post: Post) -> bool:
        """Whether it answers a post of its own author that is not among those read."""
        pids = {p.pid for p in self.posts}
        mine = [p for p in self.posts if p.author == post.author and p.time is not None]
        for quote in post.quoted:
            if quote.author == post.author and quote.stamp is not None:
                known = any(p.time is not None and meets(quote.stamp, p.time, self.terms.zone) for p in mine)
                if quote.pid not in pids if quote.pid and 0 not in pids else not known:
                    return True
        return False

    def _no_change(self, old: Standing, at: datetime) -> str:
        """Why a ballot may not be changed at this moment, whatever it answers."""
        if old.changes >= self.terms.changes:
            return "second-change"
        if self.terms.fast and (self.terms.fast_from is None or at >= self.terms.fast_from):
            return "pace"
        return "last-hour" if at >= self.terms.last_hour_from else ""

    # ── small questions ──

    def _name(self, written: str) -> Match:
        return match(written, self._names)

    def _out(self, seat: str, at: datetime) -> bool:
        out = self.terms.outs.get(seat)
        return out is not None and (out.since is None or at >= out.since)

    def final(self, seat: str) -> Final:
        """What the seat's ballot is in the end."""
        old = self.standing.get(seat)
        waits = [v for v in self.pending.get(seat, []) if not v.moot]
        out = self.terms.outs.get(seat)
        if out is not None:
            return Final(seat, "out", chain=[v for v in old.chain if v.counts] if old else [])
        chain = [v for v in old.chain if v.counts] if old else []
        if waits:
            last = waits[-1]
            target = old.target if old and old.doubtful else last.target
            return Final(seat, "director", target, last, chain, last.text)
        if old is None and seat in self.terms.recorded:
            return Final(seat, "valid", self.terms.recorded[seat].target, note="已经记下，页面上没有")
        if old is None:
            return Final(seat, "none", note=self._why_none(seat))
        return Final(seat, "valid", old.target, chain[-1] if chain else None, chain)

    def _why_none(self, seat: str) -> str:
        mine = [v for v in self.verdicts if v.seat == seat and v.verdict in ("void", "late", "unreadable")]
        return f"{mine[-1].post.where}{mine[-1].text}" if mine else ""
