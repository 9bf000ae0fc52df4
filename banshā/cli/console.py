"""console: one process for a long night. The same commands without the word bansha, the game kept open between them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import base, completing, lines, options, term

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from banshā.engine.table import Table
    from banshā.game.library import Library
    from banshā.game.play import Game

app = base.commands()

LEAVE = frozenset({"exit", "quit", "q", "退出", "再见"})
HELP = frozenset({"help", "?", "帮助"})
# After these the current game is another one.
_MOVES_ON = frozenset({"use", "deal"})
HISTORY = ".console-history"


@base.command(app, "console")
def console() -> None:
    """长夜控制台：一个进程开到底，命令照旧，不用再写 bansha。

    有历史（上下键）和补全（Tab：命令、马甲、技能、对局、规则书）；提示里写着哪一局、什么阶段、在等谁。
    出错只说一句，接着打。exit 或 Ctrl-D 离开。从管道读时一行一条命令，# 开头的行不算；有一条没成，退出码就是它的。
    """
    if base.open_game is not None:
        raise base.stop("in_console", "已经在控制台里了", "", "直接打命令；exit 离开")
    with Console() as here:
        code = here.talk() if sys.stdin.isatty() and sys.stdout.isatty() else here.read()
    if code:
        import typer

        raise typer.Exit(code)


class Keeper:
    """Open games, each read again as soon as its file is not the one it was read from."""

    def __init__(self) -> None:
        self.games: dict[Path, Game] = {}

    def open(self, library: Library, name: str | None) -> Game:
        from banshā.game.play import Game

        name = library.resolve(name)
        path = library.path(name).resolve()
        known = self.games.get(path)
        if known is None or not known.is_current():
            known = self.games[path] = Game.open(library, name)
        return known


class Console:
    """A conversation. While it lasts, commands find the game through it and keep to the game they began with."""

    def __init__(self) -> None:
        import typer

        from .main import app as root

        self.root = typer.main.get_command(root)
        self.keeper = Keeper()

    def __enter__(self) -> Console:
        base.open_game, completing.lent, base.typed = self.keeper.open, self.game, self._more
        options.stand(base.shared)
        self._pin()
        return self

    def __exit__(self, *_: object) -> None:
        base.open_game, completing.lent, base.typed = None, None, None
        options.stand(options.Shared())

    def _pin(self) -> None:
        """Keep to the current game: another terminal may make another one current meanwhile."""
        options.standing.game = options.standing.game or self._library().current()

    def game(self) -> Game | None:
        if not options.standing.game:
            return None
        return self.keeper.open(self._library(), options.standing.game)

    def _library(self) -> Library:
        from banshā.game.library import Library

        return Library.find(options.standing.saves)

    # ── one command ──

    def run(self, text: str) -> int | None:
        """Run one line; returns its exit code, None to leave."""
        try:
            words = lines.split(text)
        except ValueError as error:
            base.note(str(error), "bad")
            return base.USAGE
        if words[:1] == ["bansha"]:
            words = words[1:] or [""]
        if not words or words[0].startswith("#"):
            return base.DONE
        if words[0].lower() in LEAVE and len(words) == 1:
            return None
        if words[0] in HELP:
            words = [*words[1:], "--help"]
        code = self._command([w for w in words if w])
        if code == base.DONE and words[0] in _MOVES_ON:
            options.standing.game = None
            self._pin()
        return code

    def _command(self, words: list[str]) -> int:
        try:
            code = self.root.main(args=words, prog_name="bansha", standalone_mode=False)
        except SystemExit as leaving:
            code = leaving.code
        sys.stdout.flush()
        sys.stderr.flush()
        return code if isinstance(code, int) else base.DONE

    # ── from a pipe ──

    def read(self) -> int:
        """Every line of standard input; returns the code of the first that failed."""
        failed = base.DONE
        for text in self._lines():
            code = self.run(text)
            if code is None:
                break
            failed = failed or code
        return failed

    def _lines(self) -> Iterator[str]:
        while data := sys.stdin.buffer.readline():
            yield lines.decoded(data).rstrip("\r\n")

    def _more(self) -> bytes:
        """What a command reads from `-`: the lines up to a single dot, so that the commands after it are left alone."""
        if sys.stdin.isatty():
            base.note("一行一条；最后单独打一个 . 结束")
        found = []
        while data := sys.stdin.buffer.readline():
            if data.strip() == b".":
                break
            found.append(data)
        return b"".join(found)

    # ── at a terminal ──

    def talk(self) -> int:
        """Prompt until somebody leaves."""
        session = self._session()
        base.note("Tab 补全，上下键翻历史，help 看命令，exit 或 Ctrl-D 离开")
        with suppress(Exception):
            self._command([] if self.game() is not None else ["games"])
        while True:
            try:
                text = session.prompt(self.prompt())
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            if self.run(text) is None:
                break
        return base.DONE

    def prompt(self) -> Any:
        """Two lines: where the game stands, then where to type."""
        said = self.where()
        mark = "bansha> "
        if not term.has_colour():
            return f"{said}\n{mark}"
        return [("ansicyan", said), ("", "\n"), ("bold", mark)]

    def where(self) -> str:
        """秋日 · 深夜1 · 等 阿一 毒药、阿三 预言…共 7"""
        name = options.standing.game
        if not name:
            return "还没有对局（bansha deal 开一局）"
        try:
            g = self.game()
            assert g is not None
            if g.stopped is not None:
                return f"{name} · 重放停在第 {g.stopped.number} 条"
            return lines.fit(f"{name} · {standing(g.table)}", term.columns() - 1)
        except Exception:
            return f"{name} · 存档读不了，打 status 看为什么"

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory, History, InMemoryHistory

        path = self._library().folder / HISTORY
        history: History = FileHistory(str(path)) if private(path) else InMemoryHistory()
        return PromptSession(history=history, completer=_completer(self.root), complete_while_typing=False)


def standing(t: Table) -> str:
    """Phase and whom we wait for."""
    from banshā.engine import casting, clock, cursor

    if t.s.over:
        return f"游戏结束，{t.s.winner or '无人'}获胜"
    label = clock.label(t)
    if t.s.questions:
        return f"{label} · 问 {some([f'{q.number}.{t.name(q.seat)}（{q.skill}）' for q in t.s.questions])}"
    if t.phase.votes:
        silent = [t.name(f) for f in casting.without_ballot(t, casting.open_now(t))]
        return f"{label} · 没投 {some(silent)}" if silent else f"{label} · 票齐了"
    waits = cursor.waits_for(t)
    return f"{label} · 等 {some(waits)}" if waits else f"{label} · 齐了"


def some(names: list[str], upto: int = 4) -> str:
    return "、".join(names[:upto]) + (f"…共 {len(names)}" if len(names) > upto else "")


def private(path: Path) -> bool:
    """Make sure of a file only its owner reads: it will hold night moves."""
    import os

    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
        path.chmod(0o600)
    except OSError:
        return False
    return True


def _completer(root: Any) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Tab(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            words, begun = lines.begun(document.text_before_cursor)
            for value, what in lines.candidates(root, words, begun):
                yield Completion(value, start_position=-len(begun), display_meta=what)

    return Tab()
