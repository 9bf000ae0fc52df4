"""Real pages with what a careful director reads out of them, and terms to judge them by."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from banshā.forum.posts import Span, Thread
from banshā.forum.reading import load
from banshā.forum.verdicts import Out, Terms

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT.parent / "shared" / "fixtures" / "discuz"
PAGES = Path(__file__).parent / "pages"
SAVED = datetime.fromisoformat("2026-11-08T21:31:20+08:00")  # when the phone pages with relative times were saved


@dataclass(frozen=True)
class View:
    """How a thread was saved: which files, which posts they hold, and what they cannot tell."""

    files: str
    lacks: frozenset[str] = frozenset()
    first: int = 1
    last: int = 999
    saved: datetime | None = None
    asides: tuple[str, ...] = ("comment", "signature", "rating")
    edits: bool = True  # later edits are marked on it
    doubts: frozenset[int] = field(default_factory=frozenset)  # floors whose time is too vague to judge
    root: Path = FIXTURES


def truth(thread: str) -> dict[str, Any]:
    return tomllib.loads((FIXTURES / thread / "truth.toml").read_text("utf-8"))


def read(view: View) -> Thread:
    files = sorted(str(p) for p in view.root.glob(view.files))
    assert files, view.files
    (thread,) = load(files, None, Span(view.saved, view.saved) if view.saved else None)
    return thread


def terms_of(true: dict[str, Any], **more: Any) -> Terms:
    outs = {o["seat"]: Out(o["since"], o.get("noon", False)) for o in true["out"]}
    return Terms(true["elevator"], true["closes"], outs=outs, **more)
