"""The options every command takes, and options read as what they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer

from . import completing


@dataclass
class Shared:
    """The options every command takes."""

    saves: Path | None = None
    game: str | None = None
    director: str | None = None
    json: bool = False


shared = Shared()
standing = Shared()  # what holds where a command says nothing; only the console sets it
_SHARED = ("saves", "game", "director", "json")


def _shared_options(
    saves: Annotated[Path | None, typer.Option("--saves", metavar="DIR", help="存档文件夹（BANSHA_SAVES）")] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", metavar="NAME", help="这一次用哪一局", autocompletion=completing.saves),
    ] = None,
    director: Annotated[str | None, typer.Option("--as", metavar="NAME", help="导演署名（BANSHA_DIRECTOR）")] = None,
    json: Annotated[bool, typer.Option("--json", help="输出 JSON")] = False,
) -> None:
    """Never called: it only declares the options once."""


@cache
def shared_params() -> tuple[Any, ...]:
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command()(_shared_options)
    return tuple(plainly([p for p in typer.main.get_command(one).params if p.name in _SHARED]))


def reset() -> None:
    """Back to what holds where a command says nothing."""
    for name in _SHARED:
        setattr(shared, name, getattr(standing, name))


def stand(given: Shared) -> None:
    """Let these hold for every command from now on."""
    for name in _SHARED:
        setattr(standing, name, getattr(given, name))


def take_shared(params: dict[str, Any]) -> None:
    """Move the shared options out of a command's parameters; what stands nearer to the command wins."""
    for name in _SHARED:
        value = params.pop(name, None)
        if value:
            setattr(shared, name, value)


class Plain:
    """Reads a word of the command line as what it is: text, number or path.

    Typer (0.29) builds a pydantic model for every option, which costs more than the rest of an ordinary command, and
    its complaints are English. Where a parameter is one of these three, this stands in for the model.
    """

    def __init__(self, kind: type, least: float | None) -> None:
        self.kind, self.least = kind, least

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        return [self._one(v, param, ctx) for v in value] if many else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:
        try:
            read: Any = value if isinstance(value, self.kind) else self.kind(value)
        except ValueError:
            raise typer.BadParameter(f"「{value}」不是整数", ctx=ctx, param=param) from None
        if self.least is not None and read < self.least:
            raise typer.BadParameter(f"至少是 {self.least:g}", ctx=ctx, param=param)
        return read


def plainly(params: list[Any]) -> list[Any]:
    """Give parameters of simple types a plain reader (no-op where Typer has no such models)."""
    for p in params:
        descriptor = getattr(p, "type_descriptor", None)
        kind = getattr(descriptor, "annotation", None)
        if get_origin(kind) is list:
            kind = get_args(kind)[0]
        if kind in (str, int, bool, Path) and getattr(p, "_runtime_param", 0) is None:
            p._runtime_param = Plain(kind, getattr(getattr(descriptor, "parameter_info", None), "min", None))
    return params
