"""demo: one whole game that plays itself."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, term

if TYPE_CHECKING:
    from banshā.engine.inputs import Input
    from banshā.engine.table import Table
    from banshā.game.play import Game

app = base.commands()

_NAMES = [
    "风铃",
    "青柠",
    "墨鱼",
    "南瓜",
    "雪糕",
    "银杏",
    "海盐",
    "芝麻",
    "薄荷",
    "豆沙",
    "松果",
    "橘猫",
    "芋头",
    "云雀",
    "麦芽",
    "石榴",
]
LAST_DAY = 12  # a game that drags on is given up by its smallest camp


@base.command(app, "demo")
def demo(
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", metavar="R", help="规则书（默认 tubian）")] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="同一个种子演同一局")] = "1",
) -> None:
    """自动演一整局：发牌、每夜的行动和结算、公示、投票、胜者。在临时文件夹里，不碰存档。"""
    with tempfile.TemporaryDirectory(prefix="bansha-demo-") as folder:
        Show(Path(folder), ruleset or _default(), seed).play()


def _default() -> str:
    from banshā.rulebook import locate

    known = locate.available()
    if not known:
        raise base.stop("no_rules", "没有规则书", "", "放在 rulesets/ 下，或用 BANSHA_RULESETS 指明文件夹")
    return "tubian" if "tubian" in known else next(iter(known))


class Show:
    """One demonstration."""

    def __init__(self, folder: Path, ruleset: str, seed: str) -> None:
        from banshā.game import deal
        from banshā.game.library import Library
        from banshā.game.play import Game
        from banshā.game.rosters import Player

        self.rng = random.Random(f"demo {seed}")
        rules = base.compiled(ruleset)
        low, high = rules.get("players") or [8, 16]
        count = max(low, min(high, len(_NAMES)))
        names = [*_NAMES, *(f"路人{i}" for i in range(1, 40))][:count]
        roster = [Player(name) for name in names]
        dealt = deal.deal(rules, roster, seed=f"demo {seed}", salt="demo", pool=self._pool(rules, count, seed))
        self.game: Game = Game.new(Library(folder), "demo", rules, dealt, base.now())
        self.story: list[dict[str, Any]] = []
        self.shown_posts = 0

    def _pool(self, rules: dict[str, Any], count: int, seed: str) -> list[str] | None:
        """A drawn cast with enough wolves in it to be a game; two cards a seat where the rules deal two."""
        from banshā.game import deal

        pairs = 2 if rules.get("lives") else 1
        for n in range(60):
            try:
                pool = deal.draw_pool(rules, count * pairs, f"demo {seed}.{n}")
            except Exception:
                return None
            camps = [rules["roles"][r].get("camp", "") for r in pool]
            sides = [rules["camps"].get(c, {}).get("side", c) for c in camps]
            wolves, good = sides.count("狼人"), sides.count("好人")
            if pairs > 1:
                return ["+".join(pool[i * pairs : (i + 1) * pairs]) for i in range(count)]
            if 3 <= wolves <= count // 3 and good >= count // 2:
                return pool
        return None

    # ── showing ──

    def say(self, text: str) -> None:
        if text and not base.shared.json:
            base.say(text)

    def chapter(self, text: str) -> None:
        self.say("")
        self.say(term.styled(f"━━ {text} ━━", "bold"))

    def play(self) -> None:
        from banshā.report import seats

        from .seeing import seat_table

        g = self.game
        rows = seats.rows(g.table)
        self.say(term.head(f"bansha demo：{g.save.ruleset_title}，{len(rows)} 人"))
        self.chapter("发牌（导演的身份表）")
        self.say(seat_table(rows))
        self.say(f"公平承诺：{g.save.commitment}")
        for _ in range(400):
            if g.table.s.over:
                break
            self.phase()
        self._end()

    def phase(self) -> None:
        """One phase: moves, votes, resolution, announcement."""
        from banshā.engine import clock

        t = self.game.table
        self.chapter(clock.label(t))
        if t.s.clock.day > LAST_DAY:
            self._give_up(t)
            return
        tick = t.at.tick
        self._do(self._moves(t))
        self._answer()
        t = self.game.table
        if t.s.over or t.at.tick != tick:
            self._announce()
            return
        # Noon moves have been played by now: who is out no longer votes.
        self._do([*(self._votes(t) if t.phase.votes else []), *self._badges(t), *self._words(t)])
        if not self.game.table.s.over:
            self._resolve()
        self._announce()

    def _resolve(self) -> None:
        """Resolve; whoever is told something first then acts, questions are answered."""
        from banshā.engine.errors import Refusal
        from banshā.engine.inputs import DIRECTOR, Input

        before = self.game.table.at.tick
        for attempt in range(12):
            params = {} if attempt < 8 else {"超时": "是"}
            try:
                self._do([Input(DIRECTOR, "结算", [], params)], quietly=True)
            except Refusal as refusal:
                if attempt > 2:  # somebody does not answer: time is up
                    self.say(f"  （{refusal.message}，时限已到）")
                    self._do([Input(DIRECTOR, "结算", [], {"超时": "是"})], quietly=True)
            t = self.game.table
            if t.s.over or t.at.tick != before:
                return
            self._answer()
            t = self.game.table
            if t.s.over or t.at.tick != before:
                return
            self._do(self._moves(t))
            self._do([*self._badges(self.game.table), *self._words(self.game.table)])

    def _do(self, lines: list[Input], quietly: bool = False) -> None:
        """Play lines and show them with what came of them."""
        from banshā.report import timeline

        if not lines:
            return
        g = self.game
        events = g.do(lines, "demo", base.now())
        entries = g.log[-len(lines) :]
        self.story.append({"lines": [e.line for e in entries], "events": [timeline.row(g.table, e) for e in events]})
        if not quietly:
            self.say("\n".join(f"  » {e.line}" for e in entries))
        kinds = ("sent", "declined", "phase", "draw", "ballot", "question", "hit", "answer", "withdrawn")
        news = [e for e in events if e.kind not in kinds and e.kind != "public"]
        shown = timeline.rows(g.table, news)
        self.say("\n".join(f"    {timeline.line(r)}" for r in shown))

    def _announce(self) -> None:
        """What became public since the last time."""
        t = self.game.table
        public = [e for e in t.log if e.kind == "public"]
        for e in public[self.shown_posts :]:
            self.say(term.styled(f"  ★ 公示：{e.text}", "red"))
        self.shown_posts = len(public)

    def _end(self) -> None:
        from banshā.report import seats

        t = self.game.table
        report = self.game.verify()
        if base.shared.json:
            base.answer({"winner": t.s.winner, "day": t.s.clock.day, "seats": seats.rows(t), "story": self.story})
            return
        self.chapter("终局")
        cells = [[str(r.floor), r.seat, "+".join(r.roles), r.camp, seats.fate(r)] for r in seats.rows(t)]
        self.say(term.table(["楼", "马甲", "身份", "阵营", "结局"], cells))
        self.say(term.head(f"第 {t.s.clock.day} 天，{t.s.winner or '无人'}获胜；一共 {len(self.game.log)} 条输入。"))
        ok = "重放一遍，每个阶段都对得上。" if not report.problems else f"核对有问题：{report.problems[0]}"
        self.say(f"{ok}种子 {self.game.save.seed}，承诺 {self.game.save.commitment}")

    # ── choosing ──

    def _moves(self, t: Table) -> list[Input]:
        """A legal move (or none) for everybody who is due, tried on a copy first."""
        from banshā.engine import legal
        from banshā.engine.inputs import Input
        from banshā.game.replay import twin

        other, found = twin(t), []
        options: dict[str, list[legal.Choice]] = {}
        for c in legal.moves(t):
            if c.kind == "skill" and not c.ahead:
                options.setdefault(c.actor, []).append(c)
        if not t.s.questions:
            for mine in options.values():
                found += self._choose(other, mine)
        giving_up = [c for c in legal.moves(other) if c.kind == "skip"] if not t.phase.at_once else []
        skips = [Input(c.actor, c.verb, c.words) for c in giving_up]
        return [*found, *(inp for inp in skips if self._fits(other, inp))]

    def _choose(self, t: Table, options: list[Any]) -> list[Input]:
        """What one actor does: by night mostly something, by day hardly ever."""
        from banshā.engine import legal

        found = []
        self.rng.shuffle(options)
        for c in options[: 1 if t.phase.at_once else 2]:
            if self.rng.random() < (0.1 if t.phase.at_once else 0.75):
                inp = legal.write(c, self.rng)
                if self._fits(t, inp):
                    found.append(inp)
        return found

    def _fits(self, t: Table, inp: Input) -> bool:
        from banshā.engine.errors import Refusal
        from banshā.engine.reducer import apply

        try:
            apply(t, inp)
        except Refusal:
            return False
        return True

    def _votes(self, t: Table) -> list[Input]:
        """Everybody votes, and mostly for the few who are talked about."""
        from banshā.engine import legal
        from banshā.engine.inputs import Input
        from banshā.game.replay import twin

        other, found = twin(t), []
        alive = [t.name(f) for f in t.alive()]
        talked = self.rng.sample(alive, min(2, len(alive)))
        for c in [c for c in legal.moves(t) if c.kind == "vote"]:
            names = [n for n in c.targets if n in talked and n != c.actor] or c.targets
            target = self.rng.choice(names) if self.rng.random() < 0.9 else "弃权"
            inp = Input(c.actor, c.verb, [target], {p.key: p.values[0] for p in c.picks if p.values[0] != "1"})
            if self._fits(other, inp):
                found.append(inp)
        return found

    def _words(self, t: Table) -> list[Input]:
        from banshā.engine import legal
        from banshā.engine.inputs import Input

        said = ["我是好人，信我。", "大家加油！", "盯紧最后投票的人。", "这局真精彩。"]
        done = {t.name(o.seat) for o in t.s.outs if o.words and o.back is None}
        return [
            Input(c.actor, c.verb, [], {"内容": self.rng.choice(said)})
            for c in legal.moves(t)
            if c.kind == "words" and c.actor not in done
        ]

    def _badges(self, t: Table) -> list[Input]:
        """Offices that must be handed over."""
        from banshā.engine import legal

        return [legal.write(c, self.rng) for c in legal.moves(t) if c.kind == "badge"]

    def _answer(self) -> None:
        """Answer what is asked, at random."""
        from banshā.engine import legal

        for _ in range(20):
            t = self.game.table
            asked = [c for c in legal.moves(t) if c.kind == "answer"]
            if not t.s.questions or not asked:
                return
            self.say("\n".join(f"  ？ {t.name(q.seat)}（{q.skill}）{q.text}" for q in t.s.questions[:1]))
            self._do([legal.write(asked[0], self.rng)])

    def _give_up(self, t: Table) -> None:
        from banshā.engine.inputs import DIRECTOR, Input

        camps = [c for c in t.s.manned if c not in t.s.lost]
        least = min(camps, key=lambda c: sum(t.seat(f).camp == c for f in t.alive()))
        self._do([Input(DIRECTOR, "投降", [least])])
        self._announce()
