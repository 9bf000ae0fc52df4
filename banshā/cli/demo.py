"""demo: one whole game that plays itself."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, term

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
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", metavar="R", help="规则书（默认 tubian）", autocompletion=completing.rulesets),
    ] = None,
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
        from banshā.game import deal, selfplay
        from banshā.game.library import Library
        from banshā.game.play import Game
        from banshā.game.rosters import Player

        self.players = selfplay.Players(random.Random(f"demo {seed}"))
        rules = base.compiled(ruleset)
        low, high = rules.get("players") or [8, 16]
        count = max(low, min(high, len(_NAMES)))
        names = [*_NAMES, *(f"路人{i}" for i in range(1, 40))][:count]
        roster = [Player(name) for name in names]
        dealt = deal.deal(
            rules, roster, seed=f"demo {seed}", salt="demo", pool=selfplay.cast(rules, count, f"demo {seed}")
        )
        self.game: Game = Game.new(Library(folder), "demo", rules, dealt, base.now())
        self.story: list[dict[str, Any]] = []
        self.shown_posts = 0

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
        self._do(self.players.moves(t))
        self._answer()
        t = self.game.table
        if t.s.over or t.at.tick != tick:
            self._announce()
            return
        # Noon moves have been played by now: who is out no longer votes.
        self._do([*(self.players.votes(t) if t.phase.votes else []), *self.players.badges(t), *self.players.words(t)])
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
            self._do(self.players.moves(t))
            self._do([*self.players.badges(self.game.table), *self.players.words(self.game.table)])

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

    def _answer(self) -> None:
        """Answer what is asked, at random."""
        for _ in range(20):
            t = self.game.table
            inp = self.players.answer(t)
            if inp is None:
                return
            self.say("\n".join(f"  ？ {t.name(q.seat)}（{q.skill}）{q.text}" for q in t.s.questions[:1]))
            self._do([inp])

    def _give_up(self, t: Table) -> None:
        from banshā.engine.inputs import DIRECTOR, Input
        from banshā.game import selfplay

        self._do([Input(DIRECTOR, "投降", [selfplay.smallest_camp(t)])])
        self._announce()
