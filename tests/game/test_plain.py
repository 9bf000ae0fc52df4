from __future__ import annotations

import dataclasses
import json

from hypothesis import given
from hypothesis import strategies as st

from banshā.engine import state as records
from banshā.engine.events import Event
from banshā.engine.state import Answer, Frozen, Letter, Moment, Out, Question, Seat, Source, State, Status, Thread, Use
from banshā.game import plain

AT = Moment(2, 1, "深夜", 9)


def full_state() -> State:
    state = State("5")
    state.seats = {3: Seat(3, "阿三", "张", ["女巫", "狼人"], sources=[Source("own", "村民阵营", why="发牌")])}
    state.statuses = {4: Status(4, "守护", 3, 1, 2, 5, AT, data={"a": "b"})}
    state.uses = [Use(1, 2, "女巫.毒药", "毒药", 3, "", 3, [1], {"x": "1"}, "深夜", AT, feedback=["死"])]
    state.outs = [Out(3, AT, 1, "指杀", 1, [5], False, announced=AT, words="再见")]
    state.threads = [Thread(1, 2, 1, 1, "out", counts={3: 1.5, 1: 2})]
    state.declined = [(4, 7)]
    state.weights = {3: 1.0}
    state.outbox = [Letter([3], False, "你好", "阶段末", 4, "女巫.毒药")]
    state.questions = [Question(1, "k", 3, "礼物", "打开吗", "option")]
    state.answers = {"k": Answer(3, "礼物", ["打开"], {}, 17)}
    return state


def test_state_round_trip_is_exact() -> None:
    state = full_state()
    state.snapshots = {"夜2": Frozen.of(full_state())}
    back = plain.load(State, json.loads(json.dumps(plain.dump(state))))
    assert isinstance(back.outs[0].at, Moment)
    assert isinstance(back.declined[0], tuple)
    assert back == state
    assert back.snapshots["夜2"].thaw() == full_state()


def test_no_pickle_reaches_the_file() -> None:
    state = full_state()
    state.snapshots = {"夜2": Frozen.of(full_state())}
    assert state.snapshots["夜2"] not in json.dumps(plain.dump(state))


EVENTS = st.builds(
    Event, st.text(), st.builds(Moment, st.integers(), st.integers(), st.text(), st.integers()), st.text(),
    st.lists(st.integers()), st.lists(st.integers()), st.integers(), st.text(), st.dictionaries(st.text(), st.text()),
)  # fmt: skip


@given(st.lists(EVENTS, max_size=4))
def test_events_round_trip(events: list[Event]) -> None:
    data = json.loads(json.dumps(plain.dump(events, list[Event])))
    assert plain.load(list[Event], data) == events


def test_digest_sees_facts_and_no_wording() -> None:
    base = plain.digest(full_state())
    assert base == plain.digest(full_state().clone())
    worded = full_state()
    worded.outbox[0].text = "您好"
    worded.questions[0].text = "要打开吗"
    worded.uses[0].feedback = ["已死"]
    worded.answers["k"].input = 99
    worded.facts = ["x"]
    worded.seats[3].player = "李"
    worded.weights = {3: 1}
    assert plain.digest(worded) == base
    for change in ("statuses", "outs", "uses", "declined", "weights"):
        other = full_state()
        getattr(other, change).clear()
        assert plain.digest(other) != base, change


def test_digest_leaves_defaults_out() -> None:
    assert plain.facts(State("5")) == {"seed": "5"}


def test_wording_names_existing_fields() -> None:
    assert plain.check_wording() == []


def test_every_record_can_be_encoded() -> None:
    for cls in vars(records).values():
        if isinstance(cls, type) and dataclasses.is_dataclass(cls):
            plain._dumper(cls)
            plain._loader(cls)
            plain._factor(cls)
