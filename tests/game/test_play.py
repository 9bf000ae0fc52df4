from __future__ import annotations

import json
import os
from typing import Any

import pytest
from fake_engine import NOW, WHO
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banshā.engine.errors import Refusal
from banshā.engine.inputs import Input
from banshā.game import checkpoint, plain, play, replay
from banshā.game.errors import DamagedSave, GameError, LineError, ReplayStopped, SaveLocked
from banshā.game.files import locked
from banshā.game.library import Library
from banshā.game.play import Game


def lines(game: Game) -> list[str]:
    return [entry.line for entry in game.log]


def state(game: Game) -> str:
    return plain.digest(game.table.s)


def again(game: Game) -> Game:
    return Game.open(game.library, game.name)


def do(game: Game, *texts: str, who: str = WHO) -> None:
    for text in texts:
        game.do(text, who, NOW)


NIGHT = ("阿一 问 阿二", "导演 结算", "阿一 杀 阿二", "导演 结算", "阿三 问 阿四")


def test_do_and_open_again(game: Game) -> None:
    events = game.do("阿一　问、阿二", WHO, NOW)
    assert [event.text for event in events] == ["问 阿二"]
    assert events[0].input == 1
    assert lines(game) == ["阿一 问 阿二"]
    do(game, *NIGHT[1:])
    other = again(game)
    assert state(other) == state(game)
    assert other.table.log == game.table.log
    assert [str(one).split()[:2] for one in other.save.digests] == [["0000", "发牌"], ["0002", "昼1"], ["0004", "夜1"]]
    assert other.warnings == []


def test_refusal_records_nothing(game: Game) -> None:
    do(game, "阿一 杀 阿二")
    before, log = game.path.read_bytes(), list(game.table.log)
    for bad, kind in (("阿二 问 阿一", Refusal), ("阿一", LineError), (["阿一 问 阿三", "阿二 问 阿一"], Refusal)):
        with pytest.raises(kind):
            game.do(bad, WHO, NOW)
        assert game.path.read_bytes() == before
        assert game.table.log == log
    with pytest.raises(Refusal, match="「阿二 问 阿一」阿二 已出局"):
        game.do(["阿一 问 阿三", "阿二 问 阿一"], WHO, NOW)


def test_inputs_are_taken_too(game: Game) -> None:
    inp = Input("导演", "备注", [], {"内容": "一 二"})
    game.do([inp, "导演 结算"], WHO, NOW)
    assert lines(game) == ['导演 备注 内容="一 二"', "导演 结算"]
    assert inp.number == 0


def test_reason_of_an_early_stop(game: Game) -> None:
    do(game, "导演 结算 等=是")
    assert game.reason == "等人"
    do(game, "阿一 问 阿二")
    assert game.reason == ""


def test_preview_changes_nothing(game: Game) -> None:
    before, now = game.path.read_bytes(), state(game)
    table, events = game.preview(["阿一 杀 阿二", "导演 结算"])
    assert len(events) == 3
    assert not table.s.seats[2].in_play
    assert (game.path.read_bytes(), state(game)) == (before, now)
    assert len(game.table.log) == 5


def test_undo_redo(game: Game) -> None:
    do(game, *NIGHT)
    full = state(game)
    undone = game.undo(3, WHO, NOW)
    assert [entry.number for entry in undone.entries] == [5, 4, 3]
    assert undone.warnings == []
    assert lines(game) == list(NIGHT[:2])
    assert [one.number for one in game.save.digests] == [0, 2]
    other = again(game)
    other.redo(1, WHO, NOW)
    assert lines(other)[-1] == "阿一 杀 阿二"
    game.redo(2, WHO, NOW)  # an object that is behind reads the file anew
    assert lines(game) == list(NIGHT)
    assert state(game) == full
    assert game.save.undone == []
    assert [one.number for one in game.save.digests] == [0, 2, 4]
    with pytest.raises(Refusal, match="只有 0 条"):
        game.redo(1, WHO, NOW)


def test_new_input_gives_up_what_was_undone(game: Game) -> None:
    do(game, *NIGHT)
    game.undo(1, WHO, NOW)
    do(game, "阿三 问 阿一")
    assert game.save.undone == []
    assert "撤销 | 0005" in game.save.history[0]
    assert "阿三 问 阿四" in game.save.history[0]


def test_the_deal_stays(game: Game) -> None:
    with pytest.raises(Refusal) as caught:
        game.undo(1, WHO, NOW)
    assert caught.value.code == "nothing_to_undo"
    do(game, "阿一 问 阿二")
    with pytest.raises(Refusal, match="只有 1 条"):
        game.undo(2, WHO, NOW)
    assert len(game.log) == 1
    for bad in (game.undo, game.redo):
        with pytest.raises(LineError):
            bad(0, WHO, NOW)


def test_undo_warns(game: Game) -> None:
    do(game, "阿一 杀 阿二", who="夜雨")
    game.mark_sent(["阿一"], WHO, NOW)
    game.mark_posted("昼1", WHO, NOW)
    warnings = game.undo_warnings(1, WHO)
    assert len(warnings) == 3
    assert "夜雨" in warnings[0]
    assert "阿一" in warnings[1]
    assert game.undo(1, WHO, NOW).warnings == warnings


def test_ledger(game: Game) -> None:
    do(game, "阿一 杀 阿二", "阿三 问 阿一")
    assert [item.text for item in game.unsent("阿一")] == ["你是" + game.save.seats[0].cards[0], "杀 阿二"]
    assert len(game.mark_sent(["阿一"], WHO, NOW)) == 2
    assert game.unsent("阿一") == []
    assert game.mark_sent(["阿一"], WHO, NOW) == []
    assert len(game.unsent()) == 4
    assert [item.text for item in game.unposted()] == ["阿二 出局"]
    game.mark_posted("昼1", WHO, NOW)
    game.mark_posted("开门2", WHO, NOW)
    assert game.unposted() == []
    assert again(game).posted_labels() == ["昼1", "开门2"]
    assert game.corrections() == []
    with pytest.raises(LineError, match="没有 阿无"):
        game.mark_sent(["阿无"], WHO, NOW)


def test_corrections_after_undo(game: Game) -> None:
    do(game, "阿一 杀 阿二")
    game.mark_sent(None, WHO, NOW)
    game.mark_posted("昼1", WHO, NOW)
    game.undo(1, WHO, NOW)
    found = game.corrections()
    assert [(one.seat, one.sent and one.sent.text, one.now) for one in found] == [
        ("阿一", "杀 阿二", None), ("", "阿二 出局", None)
    ]  # fmt: skip
    game.redo(1, WHO, NOW)
    assert game.corrections() == []
    assert game.unsent() == []
    game.undo(1, WHO, NOW)
    do(game, "阿一 杀 阿三")
    changed = game.corrections()
    assert [(one.sent and one.sent.text, one.now and one.now.text) for one in changed] == [
        ("杀 阿二", "杀 阿三"), ("阿二 出局", "阿三 出局")
    ]  # fmt: skip
    game.mark_sent(None, WHO, NOW)
    game.mark_posted("昼1", WHO, NOW)
    assert again(game).corrections() == []


def test_amend(game: Game) -> None:
    do(game, *NIGHT)
    game.mark_sent(["阿一"], WHO, NOW)
    difference = game.preview_amend(3, "阿一 杀 阿四")
    assert difference.stopped is not None  # 阿四 is asked about later
    assert difference.stopped.number == 5
    with pytest.raises(ReplayStopped):
        game.take_amend(3, "阿一 杀 阿四", who=WHO, now=NOW)
    assert lines(game) == list(NIGHT)
    game.undo(1, WHO, NOW)
    difference = game.preview_amend(3, "阿一 杀 阿四")
    assert (difference.gone_outs, difference.new_outs) == (["阿二（夜1）"], ["阿四（夜1）"])
    assert [item.text for item in difference.sent] == ["杀 阿二"]
    assert [item.text for item in difference.new_posts] == ["阿四 出局"]
    assert difference.posted == []
    assert lines(game)[2] == "阿一 杀 阿二"
    assert game.take_amend(3, "阿一 杀 阿四", who="夜雨", now=NOW, why="看错").new_outs == ["阿四（夜1）"]
    assert str(game.log[2]).endswith("夜雨 | 阿一 杀 阿四")
    assert "夜雨 更改（看错） | 0003" in game.save.history[0]
    other = again(game)
    assert other.verify().problems == []
    assert not other.table.s.seats[4].in_play
    assert state(other) == state(game)


def test_amend_drop_and_insert(game: Game) -> None:
    do(game, *NIGHT)
    game.take_amend(3, None, who=WHO, now=NOW)
    assert lines(game) == [NIGHT[0], NIGHT[1], NIGHT[3], NIGHT[4]]
    assert [entry.number for entry in game.log] == [1, 2, 3, 4]
    assert game.take_amend(1, "导演 备注 内容=x", insert=True, who=WHO, now=NOW).empty
    assert lines(game)[:2] == ["导演 备注 内容=x", NIGHT[0]]
    assert [one.number for one in game.save.digests] == [0, 3, 4]
    assert again(game).verify().problems == []
    for number in (0, 6):
        with pytest.raises(Refusal, match="没有第"):
            game.preview_amend(number, None)
    with pytest.raises(LineError):
        game.preview_amend(1, None, insert=True)


def by_hand(game: Game, old: str, new: str) -> Game:
    text = game.path.read_text("utf-8")
    assert old in text
    game.path.write_text(text.replace(old, new), "utf-8")
    return again(game)


def test_replay_stops_cleanly_and_can_be_mended(game: Game) -> None:
    do(game, *NIGHT)
    broken = by_hand(game, "| 阿一 问 阿二", "| 阿一 杀 阿四")
    with pytest.raises(ReplayStopped) as caught:
        _ = broken.table
    assert (caught.value.number, caught.value.line) == (5, "阿三 问 阿四")
    assert "阿四 已出局" in str(caught.value)
    assert "--drop" in caught.value.hint
    with pytest.raises(ReplayStopped):
        broken.do("导演 结算", WHO, NOW)
    assert broken.verify().problems
    assert broken.undo_warnings(1, "别人")
    broken.take_amend(5, None, who=WHO, now=NOW)
    assert broken.stopped is None
    assert not broken.table.s.seats[4].in_play
    broken = by_hand(again(broken), "| 阿一 杀 阿四", "| 阿一 飞 阿四")
    assert broken.stopped is not None
    assert broken.stopped.number == 1
    broken.undo(3, WHO, NOW)
    assert broken.stopped is not None
    broken.undo(1, WHO, NOW)
    assert broken.stopped is None
    assert lines(broken) == []


def test_hand_edit_is_noticed_and_can_be_accepted(game: Game) -> None:
    do(game, *NIGHT)
    edited = by_hand(game, "| 阿一 杀 阿二", "| 阿一 杀 阿二 甲=乙")
    assert edited.verify().problems == []  # nothing that rules ask for
    edited = by_hand(edited, "| 阿一 杀 阿二 甲=乙", "| 阿三 杀 阿二")
    _ = edited.table
    assert "第 4 条" in edited.warnings[0]
    assert len(edited.verify().problems) == 1
    edited.accept(WHO, NOW, "补记")
    assert again(edited).verify().problems == []


def test_verify_finds_a_changed_deal(game: Game) -> None:
    do(game, *NIGHT)
    assert game.verify().problems == []
    assert game.verify().phases == 3
    game.save.seats[0].cards, game.save.seats[1].cards = game.save.seats[1].cards, game.save.seats[0].cards
    assert any("承诺" in text for text in game.verify().problems)


def test_checkpoint_is_used_and_harmless(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    do(game, *NIGHT)
    full, log = state(game), game.table.log
    cache = game.library.cache(game.name)
    assert cache.stat().st_mode & 0o777 == 0o600
    played: list[str] = []
    real = replay.apply
    monkeypatch.setattr(replay, "apply", lambda t, inp: (played.append(inp.verb), real(t, inp))[1])
    other = again(game)
    assert state(other) == full
    assert other.table.log == log
    assert len(played) == 1
    whole = cache.read_bytes()
    for spoilt in (
        b"",
        b"{}",
        whole[:-1],
        whole.replace("阿二".encode(), "阿九".encode()),
        whole[: len(whole) // 2],
        b"\xff\n\xff",
    ):
        cache.write_bytes(spoilt)
        assert state(again(game)) == full
        assert cache.read_bytes() == whole  # written anew
    cache.unlink()
    assert state(again(game)) == full
    monkeypatch.setattr("banshā.__version__", "9")
    assert checkpoint.read(cache, game.save) is None


def test_checkpoint_with_another_digest_is_not_believed(game: Game) -> None:
    do(game, *NIGHT)
    cache = game.library.cache(game.name)
    point = checkpoint.read(cache, game.save)
    assert point is not None
    point.state.seats[1].in_play = False
    point.digest = plain.digest(point.state)
    checkpoint.write(cache, game.save, point)
    assert again(game).table.s.seats[1].in_play


def test_failed_write_leaves_file_and_memory(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    do(game, *NIGHT)
    before, now = game.path.read_bytes(), state(game)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "满了")))
        for attempt in (
            lambda: game.do("阿一 杀 阿三", WHO, NOW), lambda: game.undo(1, WHO, NOW),
            lambda: game.take_amend(1, None, who=WHO, now=NOW), lambda: game.mark_sent(None, WHO, NOW),
        ):  # fmt: skip
            with pytest.raises(GameError, match="写不进"):
                attempt()
    assert game.path.read_bytes() == before
    assert state(game) == now
    assert lines(game) == list(NIGHT)
    do(game, "阿一 杀 阿三")
    assert state(again(game)) == state(game)


def test_two_processes(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    other = again(game)
    do(game, "阿一 杀 阿二")
    with pytest.raises(Refusal, match="已出局"):
        other.do("阿二 问 阿一", WHO, NOW)
    do(other, "阿三 问 阿一")
    assert lines(other) == ["阿一 杀 阿二", "阿三 问 阿一"]
    monkeypatch.setattr(play, "locked", lambda path: locked(path, 0.05))
    with locked(game.path), pytest.raises(SaveLocked):
        game.do("阿一 问 阿三", WHO, NOW)
    game.path.write_bytes(game.path.read_bytes()[:-9])
    with pytest.raises(DamagedSave):
        game.do("阿一 问 阿三", WHO, NOW)
    game.path.unlink()
    with pytest.raises(GameError, match="不见了"):
        game.do("阿一 问 阿三", WHO, NOW)


MOVES = st.lists(
    st.sampled_from([*NIGHT, "阿二 杀 阿一", "导演 备注 内容=x", "undo", "redo", "open", "drop", "sent"]), max_size=14
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(moves=MOVES, n=st.integers(1, 4))
def test_any_history_opens_again_as_it_was(
    game: Game, lib: Library, rules: dict[str, Any], moves: list[str], n: int
) -> None:
    game.path.unlink()
    lib.cache("局").unlink(missing_ok=True)
    from banshā.game.deal import seal

    g = Game.new(lib, "局", rules, seal(rules, game.save.seats, "1", "2"), NOW)
    for move in moves:
        try:
            if move == "undo":
                g.undo(n, WHO, NOW)
            elif move == "redo":
                g.redo(1, WHO, NOW)
            elif move == "drop":
                g.take_amend(n, None, who=WHO, now=NOW)
            elif move == "sent":
                g.mark_sent(["阿一"], WHO, NOW)
            elif move == "open":
                g = again(g)
            else:
                do(g, move)
        except (Refusal, ReplayStopped):
            continue
    other = again(g)
    assert state(other) == state(g)
    assert other.table.log == g.table.log
    assert other.save == g.save
    assert other.verify().problems == []
    assert other.warnings == []
    other.library.cache("局").unlink(missing_ok=True)
    assert state(again(g)) == state(g)
    json.dumps(plain.dump(g.table.s))
