"""What all commands share: options, opening the game, answering, and saying no."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from .options import plainly as plainly
from .options import reset, shared_params, take_shared
from .options import shared as shared

if TYPE_CHECKING:
    from datetime import datetime

    from banshā.engine.events import Event
    from banshā.engine.rules import Ruleset
    from banshā.game.library import Library
    from banshā.game.play import Game

F = TypeVar("F", bound=Callable[..., Any])

DONE, REFUSED, USAGE, DAMAGED, BUG = 0, 1, 2, 3, 70
HELP_NAMES = {"help_option_names": ["-h", "--help"]}
# For commands whose words may begin with a minus sign (override uses 阿一 毒药 -1).
LOOSE = {**HELP_NAMES, "ignore_unknown_options": True}


# The console keeps its game open, and lends commands a part of its own standard input.
open_game: Callable[[Library, str | None], Game] | None = None
typed: Callable[[], bytes] | None = None


class Command(TyperCommand):
    """A command with the shared options and help in Chinese."""

    def __init__(self, name: str | None, **kw: Any) -> None:
        kw["params"] = plainly([*(kw.get("params") or []), *shared_params()])
        super().__init__(name, **kw)

    def invoke(self, ctx: Any) -> Any:
        take_shared(ctx.params)
        return super().invoke(ctx)

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        return plainly([option])[0] if option is not None else None

    def get_help(self, ctx: Any) -> str:
        from . import helping

        return helping.command(self, ctx)

    def main(self, *args: Any, **kw: Any) -> Any:
        return run(super().main, *args, **kw)


class Group(TyperGroup):
    """A group of commands with the shared options, help and errors in Chinese."""

    def __init__(self, **kw: Any) -> None:
        kw["params"] = plainly([*(kw.get("params") or []), *shared_params()])
        super().__init__(**kw)

    def invoke(self, ctx: Any) -> Any:
        take_shared(ctx.params)
        return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            typer.echo(self.get_help(ctx), err=True)
            raise typer.Exit(USAGE)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name = args[0]
        found = self.get_command(ctx, name)
        if found is None:
            if name.startswith("-"):
                return super().resolve_command(ctx, args)
            from banshā.rulebook.names import near

            guess = near(name, self.list_commands(ctx))
            path = ctx.command_path
            hint = f"是不是 {path} {guess}？" if guess else f"看 {path} --help"
            raise typer.BadParameter(f"没有命令 {name}。{hint}", ctx=ctx, param_hint="·")
        return name, found, args[1:]

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        return plainly([option])[0] if option is not None else None

    def get_help(self, ctx: Any) -> str:
        from . import helping

        return helping.group(self, ctx)

    def main(self, *args: Any, **kw: Any) -> Any:
        return run(super().main, *args, **kw)


def commands(help: str = "", cls: type[Group] = Group, add_completion: bool = False, **kw: Any) -> typer.Typer:
    """A new group of commands."""
    kw.setdefault("no_args_is_help", True)
    if help:
        kw["help"] = help
    return typer.Typer(
        cls=cls,
        add_completion=add_completion,
        rich_markup_mode=None,
        context_settings=HELP_NAMES,
        pretty_exceptions_enable=False,
        **kw,
    )


def command(app: typer.Typer, name: str, loose: bool = False, **kw: Any) -> Callable[[F], F]:
    """Register a command of a group."""
    return app.command(name, cls=Command, context_settings=LOOSE if loose else HELP_NAMES, **kw)


def single(app: typer.Typer, name: str) -> Any:
    """The command of that name, built alone: the others of its module cost nothing."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.registered_commands = [info for info in app.registered_commands if info.name == name]
    return typer.main.get_command(one)


# ── running and saying no ──


def run(main: Callable[..., Any], *args: Any, **kw: Any) -> Any:
    """Run the command line; every error becomes a Chinese line and an exit code."""
    standalone = kw.pop("standalone_mode", True)
    _reset()
    try:
        code = main(*args, standalone_mode=False, **kw)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        code = DONE
    except (KeyboardInterrupt, EOFError):
        code = 130
    except Exception as error:
        code = fail(error)
    code = code if isinstance(code, int) else DONE
    if standalone:
        sys.exit(code)
    return code


def _reset() -> None:
    reset()
    steady_streams()


def steady_streams() -> None:
    """Let no sign that the terminal's coding lacks stop an answer."""
    for stream in (sys.stdout, sys.stderr):
        # A GBK console lacks some signs; losing one must not lose the answer.
        if hasattr(stream, "reconfigure") and getattr(stream, "errors", "") == "strict":
            stream.reconfigure(errors="replace")


def mended(word: str) -> str:
    """A word of the command line that is not in the locale's coding: a GBK terminal under a UTF-8 locale, say."""
    try:
        word.encode()
        return word
    except UnicodeEncodeError:
        data = os.fsencode(word)
    for coding in ("utf-8", "gb18030"):
        try:
            return data.decode(coding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")


def fail(error: Exception) -> int:
    """Say what is wrong, why by which rule, and what would be right. Returns the exit code."""
    from . import failing

    told = failing.told(error)
    if told is None:
        return bug(error)
    if shared.json:
        answer(told.data)
    note(told.text, "bad")
    for line in told.more:
        note(line)
    return told.code


def bug(error: Exception) -> int:
    """Something nobody foresaw: say so with all that helps to find it. A save is written whole or not at all."""
    import traceback

    traceback.print_exception(error)
    note(f"bansha 自己出错了：{type(error).__name__}：{error}。请把上面这一段发给开发者", "bad")
    note("这一条记下了没有，看 bansha log", "bad")
    return BUG


def note(text: str, style: str = "dim") -> None:
    """A hint or warning: never on stdout."""
    if not text:
        return
    if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
        colour = {"bad": "31", "warn": "33", "good": "32", "dim": "2"}.get(style, "0")
        text = f"\x1b[{colour}m{text}\x1b[0m"
    print(text, file=sys.stderr)


def say(text: str) -> None:
    """The answer, on stdout."""
    print(text)


def answer(data: Any) -> None:
    """The answer as JSON."""
    import json

    text = json.dumps(jsonable(data), ensure_ascii=False, indent=2)
    if not hasattr(sys.stdout, "buffer"):
        print(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="replace") + b"\n")


def jsonable(data: Any) -> Any:
    """Records as plain data."""
    from dataclasses import fields, is_dataclass

    if is_dataclass(data) and not isinstance(data, type):
        return {f.name: jsonable(getattr(data, f.name)) for f in fields(data)}
    if isinstance(data, dict):
        return {str(k): jsonable(v) for k, v in data.items()}
    if isinstance(data, list | tuple | set):
        return [jsonable(x) for x in data]
    return data if data is None or isinstance(data, str | int | float | bool) else str(data)


def show(data: Any, text: Callable[[], str]) -> None:
    """Answer with JSON where that was asked for, else with text."""
    if shared.json:
        answer(data() if callable(data) else data)
    else:
        shown = text()
        if shown:
            say(shown)


def ask(question: str) -> bool:
    """Ask yes or no on a terminal. A pipe is never asked anything: the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "是", "好")


# ── the game ──


def library() -> Library:
    from banshā.game.library import Library

    return Library.find(shared.saves)


def game() -> Game:
    """The game meant, with its warnings said."""
    if open_game is not None:
        return open_game(library(), shared.game)
    from banshā.game.play import Game

    return Game.open(library(), shared.game)


def director() -> str:
    return shared.director or os.environ.get("BANSHA_DIRECTOR") or "导演"


def now() -> datetime:
    from datetime import datetime

    return datetime.now().astimezone()


def do(g: Game, lines: Sequence[Any]) -> list[Event]:
    """Play lines, all or none; returns what happened."""
    events = g.do(list(lines), director(), now())
    warn(g)
    return events


def warn(g: Game) -> None:
    for text in g.warnings:
        note(f"注意：{text}", "warn")
    g.warnings.clear()


def compiled(name: str, beside: Path | None = None) -> dict[str, Any]:
    """A ruleset by id or path, from the cache of compiled ones where its files are unchanged."""
    from banshā.rulebook import freeze, locate

    return freeze.compiled(locate.find(name, beside), cache_folder())


def rules(name: str) -> Ruleset:
    from banshā.engine.rules import Ruleset

    return Ruleset(compiled(name))


def cache_folder() -> Path:
    """Where compiled rulesets are kept: never in the folder of saves."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "bansha" / "rules"


def read_lines(source: str) -> list[str]:
    """Lines of a file or of stdin (-), UTF-8 or GBK; comments and empty lines left out."""
    import re

    text = read_all(source)
    lines = [re.sub(r"(^|\s)[#＃].*$", "", line).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def read_all(source: str) -> str:
    from banshā.game.errors import FileError
    from banshā.game.files import read_text

    if source != "-":
        return read_text(Path(source))
    data = typed() if typed is not None else sys.stdin.buffer.read()
    for coding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(coding)
        except UnicodeDecodeError:
            continue
    raise FileError("bad_coding", "输入既不是 UTF-8 也不是 GBK 文字", "另存为 UTF-8 再试")


def stop(code: str, message: str, rule: str = "", hint: str = "") -> Exception:
    """A refusal to raise."""
    from banshā.engine.errors import Refusal

    return Refusal(code, message, rule, hint)
