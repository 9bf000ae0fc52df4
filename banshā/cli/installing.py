"""Shell completion by Typer's machinery: put in place, printed, and answered when Tab is pressed."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

from . import base

VARIABLE = "_BANSHA_COMPLETE"
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def asked() -> bool:
    """Was this process started because somebody pressed Tab?"""
    return bool(os.environ.get(VARIABLE))


def serve(main: Callable[..., Any], *args: Any, **kw: Any) -> Any:
    """Answer the shell. Whatever goes wrong, the shell is told nothing rather than a traceback."""
    base.steady_streams()
    _without_rich()
    try:
        return main(*args, **kw)
    except Exception:
        sys.exit(0)


def _without_rich() -> None:
    """Typer strips markup from help with rich, which takes longer than the whole answer; ours has none."""
    with contextlib.suppress(ImportError, AttributeError):
        from typer import _completion_classes

        _completion_classes._sanitize_help_text = str  # type: ignore[assignment]


def chinese(params: list[Any]) -> list[Any]:
    """Typer's two options, with help and answers that a director can read."""
    own = {
        "install_completion": ("给现在用的 shell 装上 Tab 补全（bash、zsh、fish）", _install),
        "show_completion": ("印出补全脚本，自己放到想放的地方", _show),
    }
    for p in params:
        if p.name in own:
            p.help, p.callback = own[p.name]
    return base.plainly(params)


def _install(ctx: Any, param: Any, value: Any) -> Any:
    if not value or ctx.resilient_parsing:
        return value
    from typer import completion

    shell, path = completion.install(shell=_shell(value), prog_name="bansha")  # type: ignore[attr-defined]
    base.say(f"{shell} 的补全装在 {path}")
    base.note("重开终端后按 Tab：命令、马甲、技能、对局、规则书都能补")
    sys.exit(0)


def _show(ctx: Any, param: Any, value: Any) -> Any:
    if not value or ctx.resilient_parsing:
        return value
    from typer import completion

    script = completion.get_completion_script(  # type: ignore[attr-defined]
        prog_name="bansha", complete_var=VARIABLE, shell=_shell(value)
    )
    base.say(script)
    sys.exit(0)


def _shell(value: Any) -> str:
    """The shell this was typed into."""
    from typer import completion

    found = getattr(value, "value", value)
    if not isinstance(found, str):
        found = completion._get_shell_name()  # type: ignore[attr-defined]
    found = found or os.path.basename(os.environ.get("SHELL", ""))
    if found not in SHELLS:
        raise base.stop(
            "no_shell",
            f"认不出现在用的 shell（{found or '没有'}）",
            "",
            "在 bash、zsh 或 fish 里打这一条，或设好 SHELL",
        )
    return str(found)
