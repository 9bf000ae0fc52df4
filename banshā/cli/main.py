"""The command `bansha`: which module holds which command. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from . import base, installing

# name: (module, panel of the help page)
_PLACES: dict[str, tuple[str, str]] = {
    "deal": ("deals", "开局"),
    "use": ("deals", "开局"),
    "games": ("deals", "开局"),
    "demo": ("demo", "开局"),
    "console": ("console", "开局"),
    "status": ("seeing", "看"),
    "next": ("seeing", "看"),
    "todo": ("seeing", "看"),
    "groups": ("seeing", "看"),
    "submit": ("moves", "行动"),
    "night": ("night", "行动"),
    "day": ("day", "行动"),
    "answer": ("moves", "行动"),
    "words": ("desk", "行动"),
    "badge": ("desk", "行动"),
    "resolve": ("resolving", "结算与公示"),
    "announce": ("publishing", "结算与公示"),
    "feedback": ("publishing", "结算与公示"),
    "sent": ("publishing", "结算与公示"),
    "explain": ("seeing", "结算与公示"),
    "reveal": ("publishing", "结算与公示"),
    "vote": ("voting", "投票"),
    "posts": ("posts", "投票"),
    "pace": ("pacing", "投票"),
    "card": ("desk", "导演的权力"),
    "override": ("desk", "导演的权力"),
    "substitute": ("desk", "导演的权力"),
    "assistant": ("desk", "导演的权力"),
    "surrender": ("desk", "导演的权力"),
    "adopt": ("adopting", "导演的权力"),
    "note": ("desk", "导演的权力"),
    "undo": ("journal", "日志"),
    "redo": ("journal", "日志"),
    "amend": ("journal", "日志"),
    "log": ("journal", "日志"),
    "verify": ("journal", "日志"),
    "rules": ("rules", "规则"),
    "check": ("checking", "规则"),
}
_GROUPS = ("night", "day", "vote", "posts", "rules")


class Root(base.Group):
    """Builds only the command that is asked for."""

    panels = {name: panel for name, (_, panel) in _PLACES.items()}

    def get_params(self, ctx: Any) -> list[Any]:
        return installing.chinese(super().get_params(ctx))

    def main(self, *args: Any, **kw: Any) -> Any:
        if installing.asked():
            return installing.serve(super(base.Group, self).main, *args, **kw)
        if not args and kw.get("args") is None:
            kw["args"] = [base.mended(word) for word in sys.argv[1:]]
        return super().main(*args, **kw)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_PLACES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _PLACES:
            return None
        if cmd_name not in self.commands:
            from importlib import import_module

            app = import_module(f"banshā.cli.{_PLACES[cmd_name][0]}").app
            found = typer.main.get_command(app) if cmd_name in _GROUPS else base.single(app, cmd_name)
            found.name = cmd_name
            self.commands[cmd_name] = found
        return self.commands[cmd_name]


app = base.commands(cls=Root, add_completion=True, invoke_without_command=True, no_args_is_help=False)


@app.callback()
def root(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="版本")] = False,
) -> None:
    """bansha：版杀导演台。发牌、收行动、结算、公示、计票、判胜负，并说明为什么。

    不带命令时说出这一局走到哪里、在等谁、下一步打什么。
    """
    if version:
        import banshā

        base.say(f"bansha {banshā.__version__}")
    elif ctx.invoked_subcommand is None:
        from .overview import show

        show()


def main() -> None:
    """Entry point of the script."""
    app(prog_name="bansha")


if __name__ == "__main__":
    main()
