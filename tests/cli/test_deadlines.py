"""What is typed after its time is taken, with a word about it: only the director knows when it was sent."""

from __future__ import annotations

from datetime import datetime

import pytest

from banshā.cli import base

from .conftest import Console


def at(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(base, "now", lambda: datetime.fromisoformat(f"2026-11-{text}+08:00"))


def test_what_comes_too_late_is_taken_and_told(bansha: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    bansha.deal()
    bansha.to("正午")
    at(monkeypatch, "08T19:59")
    bansha("pace", "关门", "2026-11-08", "21:00")
    bansha("vote", "cast", "阿一", "阿二")
    assert "改票收到" not in bansha("vote", "change", "阿一", "阿三").err
    assert "申请收到 11-08 周日 18:00（+08:00） 为止，现在过了" in bansha("pace", "加速", "阿二").err
    at(monkeypatch, "08T20:00")
    bansha("vote", "cast", "阿二", "阿三")
    assert "改票收到 11-08 周日 20:00" in bansha("vote", "change", "阿二", "阿一").err
    assert bansha.journal()[-1] == "阿二 改票 阿一"
    bansha("vote", "cast", "阿三", "阿一")
    assert "收到" not in bansha("vote", "change", "阿三", "阿二", "--at", "2026-11-08T19:50+08").err
