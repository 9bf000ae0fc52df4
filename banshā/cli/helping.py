"""Help pages, in Chinese."""

from __future__ import annotations

from typing import Any

from . import term

PANELS: tuple[str, ...] = ("开局", "看", "行动", "结算与公示", "投票", "导演的权力", "日志", "规则", "其他")


def usage(cmd: Any, ctx: Any) -> str:
    """bansha submit ACTOR SKILL …"""
    parts = [ctx.command_path]
    for p in cmd.params:
        if p.param_type_name == "argument":
            word = str(p.metavar or p.name.upper())
            dots = "…" if p.nargs == -1 else ""
            parts.append(f"{word}{dots}" if p.required else f"[{word}{dots}]")
    if hasattr(cmd, "list_commands"):
        parts.append("命令 …")
    if any(p.param_type_name == "option" and p.name not in _SHARED for p in cmd.params):
        parts.append("[选项]")
    return " ".join(parts)


_SHARED = ("saves", "game", "director", "json", "help")


def _options(cmd: Any, ctx: Any) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    own: list[tuple[str, str]] = []
    common: list[tuple[str, str]] = []
    for p in cmd.params:
        if p.param_type_name != "option" or getattr(p, "hidden", False):
            continue
        names = ", ".join(p.opts)
        if not p.is_flag:
            names += f" {p.metavar or p.name.upper()}"
        (common if p.name in _SHARED else own).append((names, p.help or ""))
    common.append(("-h, --help", "这一页"))
    return own, common


def _arguments(cmd: Any) -> list[tuple[str, str]]:
    return [
        (str(p.metavar or p.name.upper()), p.help)
        for p in cmd.params
        if p.param_type_name == "argument" and getattr(p, "help", None)
    ]


def _section(title: str, rows: list[tuple[str, str]], width: int = 0) -> list[str]:
    if not rows:
        return []
    width = max([width, *(term.width(a) for a, _ in rows)])
    return ["", title, *(f"  {term.pad(a, width)}  {b}".rstrip() for a, b in rows)]


def command(cmd: Any, ctx: Any) -> str:
    """The page of one command."""
    own, common = _options(cmd, ctx)
    lines = [f"用法：{usage(cmd, ctx)}", "", *_text(cmd.help)]
    lines += _section("参数", _arguments(cmd)) + _section("选项", own) + _section("通用选项", common)
    return "\n".join(lines)


def group(cmd: Any, ctx: Any) -> str:
    """The page of a group: its commands, by what they are for."""
    own, common = _options(cmd, ctx)
    lines = [f"用法：{usage(cmd, ctx)}", "", *_text(cmd.help)]
    found = [(name, cmd.get_command(ctx, name)) for name in cmd.list_commands(ctx)]
    rows = [(name, short(c), getattr(c, "rich_help_panel", None) or "") for name, c in found if c and not c.hidden]
    panels = getattr(cmd, "panels", {})
    width = max(term.width(name) for name, _, _ in rows)
    if panels:
        for panel in PANELS:
            lines += _section(panel, [(n, h) for n, h, _ in rows if panels.get(n) == panel], width)
    else:
        lines += _section("命令", [(n, h) for n, h, _ in rows], width)
    lines += _section("选项", own) + _section("通用选项", common)
    lines += ["", f"每个命令的用法：{ctx.command_path} 命令 --help"]
    return "\n".join(lines)


def short(cmd: Any) -> str:
    """The first line of a command's help."""
    return str(cmd.short_help or (cmd.help or "").strip().partition("\n")[0]).rstrip("。")


def _text(text: str | None) -> list[str]:
    import inspect

    return inspect.cleandoc(text or "").splitlines()
