"""Errors as a director reads them: what is wrong, by which rule, what would be right; and the exit code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import base


@dataclass
class Told:
    """What to say of an error."""

    code: int
    text: str
    data: dict[str, Any]
    more: list[str] = field(default_factory=list)


def told(error: Exception) -> Told | None:
    """None: not an error that a director can do anything about."""
    from banshā.engine.errors import Refusal, RulesetFault
    from banshā.game.errors import GameError
    from banshā.game.stage import StageError

    if isinstance(error, Refusal):
        return _told(base.REFUSED, error.code, error.message, error.rule, error.hint)
    if isinstance(error, GameError):
        return _told(error.exit_code, error.code, error.message, "", error.hint)
    if isinstance(error, StageError):
        return _told(base.USAGE, "bad_label", str(error), "", "例如 开门2、黄昏1、夜2")
    if isinstance(error, RulesetFault):
        return _told(base.DAMAGED, "ruleset_fault", str(error), "", "用 bansha rules lint 检查规则书")
    findings = getattr(error, "findings", None)
    if findings is not None:
        return _ruleset(findings)
    if hasattr(error, "format_message"):
        return _usage(error)
    if isinstance(error, OSError):
        return _told(
            base.USAGE, "io", f"{error.filename or ''}：{error.strerror or error}".lstrip("："), "", "检查文件和权限"
        )
    return None


def _told(code: int, name: str, message: str, rule: str, hint: str) -> Told:
    from banshā.game.errors import joined

    text = message.rstrip("。") + (f"（{rule}）" if rule else "")
    text = joined(text, hint)
    data = {"error": {"code": name, "message": message, "rule": rule, "hint": hint, "exit": code}}
    return Told(code, text, data)


def _ruleset(findings: Any) -> Told:
    missing = all(f.code == "R009" for f in findings)
    shown = [str(f) for f in findings[:10]]
    if len(findings) > 10:
        shown.append(f"…… 还有 {len(findings) - 10} 处")
    told = _told(base.USAGE if missing else base.DAMAGED, "ruleset", shown[0], "", "")
    if not missing:
        told.text = "规则书有错，用不了："
        told.more = shown
    return told


def _usage(error: Any) -> Told:
    """Mistakes in the command line itself, in Chinese."""
    kind, ctx = type(error).__name__, getattr(error, "ctx", None)
    path = ctx.command_path if ctx is not None else "bansha"
    hint = f"看 {path} --help"
    param = getattr(error, "param", None)
    name = _param(param, ctx)
    if kind == "NoSuchOption":
        guesses = "、".join(sorted(error.possibilities or []))
        text = f"没有选项 {error.option_name}"
        hint = f"是不是 {guesses}？" if guesses else hint
    elif kind == "MissingParameter":
        text = f"缺少 {name}"
        if ctx is not None:
            hint = f"写法：{_usage_line(ctx)}"
    elif kind == "BadOptionUsage":
        text = f"选项 {error.option_name} 后面要写一个值"
    elif getattr(error, "param_hint", None) == "·":
        return _told(base.USAGE, "no_command", str(error.message), "", "")
    elif kind == "BadParameter":
        text = f"{name} 写得不对：{error.message}" if param is not None else str(error.message).rstrip("。")
    elif "unexpected extra argument" in str(error.message):
        extra = str(error.message).partition("(")[2].rstrip(")")
        text, hint = f"多出来的词：{extra}", f"写法：{_usage_line(ctx)}" if ctx is not None else hint
    elif "Missing command" in str(error.message):
        text = "没有写命令"
    else:
        text = str(error.format_message())
    return _told(base.USAGE, "usage", text, "", hint)


def _param(param: Any, ctx: Any) -> str:
    if param is None:
        return "参数"
    if param.param_type_name == "option":
        return "/".join(param.opts)
    return str(param.metavar or param.name.upper())


def _usage_line(ctx: Any) -> str:
    from . import helping

    return helping.usage(ctx.command, ctx)
