"""A game in play: the journal and everything done with it. What the command line talks to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import banshā
from banshā.engine.errors import Refusal
from banshā.engine.events import Event
from banshā.engine.inputs import Input
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table

from . import adopt, checkpoint, ledger
from .amend import Difference, amended, compare
from .deal import Dealt
from .errors import DamagedSave, GameError, LineError, ReplayStopped
from .files import locked, why
from .grammar import format_line, parse_line
from .journal import Entry, make_entry, signer, stamp
from .ledger import Correction, Item
from .library import Library
from .replay import Replay, replay, step
from .rosters import Compiled
from .save import Save, Sent, parse_save, read_save, write_save
from .verify import Report, verify

Line = str | Input


@dataclass(slots=True)
class Undone:
    """What undo took back (last one first), and what to think of before."""

    entries: list[Entry]
    warnings: list[str]


class Game:
    """One game with its save. Every change is read, made and written under the save's lock."""

    def __init__(self, library: Library, name: str, save: Save, data: bytes, compiled: Compiled) -> None:
        self.library, self.name, self.path = library, name, library.path(name)
        self.save, self.compiled, self.rs = save, compiled, Ruleset(compiled)
        self.warnings: list[str] = []
        self._data = data
        self._played: Replay | None = None
        self._rules = {save.ruleset_digest: self.rs}
        self.reason = ""  # why the last input of `do` or `redo` stopped resolving early
        self._cached = -1  # input number of the checkpoint on disk

    # --- opening ---

    @classmethod
    def new(cls, library: Library, name: str, compiled: Compiled, dealt: Dealt, now: datetime | str) -> Game:
        """Start a game with what was dealt, write its save, and make it the current one."""
        path = library.path(name)
        save = Save(
            name, banshā.__version__, stamp(now), compiled["id"], compiled["title"], compiled["digest"],
            dealt.seed, dealt.salt, dealt.commitment, dealt.method, dealt.pool, dealt.roster, dealt.seats,
        )  # fmt: skip
        with locked(path):
            if path.exists():
                raise GameError("game_exists", f"已经有对局 {name}", f"换个名字，例如 --name {library.free_name(name)}")
            played = replay(Ruleset(compiled), save, digests_after=-1)
            save.digests = list(played.digests)
            library.keep_rules(compiled)
            game = cls(library, name, save, write_save(path, save), compiled)
            game._played = played
        library.use(name)
        return game

    @classmethod
    def open(cls, library: Library, name: str | None = None) -> Game:
        """Open a game, the current one where none is named. Replay waits until somebody asks."""
        name = library.resolve(name)
        save, data = read_save(library.path(name))
        return cls(library, name, save, data, library.rules(save.ruleset_digest))

    def is_current(self) -> bool:
        """Is the file still the one this game was read from or wrote last?"""
        try:
            return self.path.read_bytes() == self._data
        except OSError:
            return False

    # --- reading ---

    @property
    def table(self) -> Table:
        """The table as it stands. Raises ReplayStopped where the journal cannot be replayed to its end."""
        played = self._replayed()
        if played.stopped:
            played.stopped.exit_code = DamagedSave.exit_code  # a save that cannot be played to its end
            raise played.stopped
        return played.table

    @property
    def stopped(self) -> ReplayStopped | None:
        """Where and why replay stops, if it does; undo, amend and reading the log still work then."""
        return self._replayed().stopped

    @property
    def log(self) -> list[Entry]:
        """The journal."""
        return self.save.journal

    def preview(self, lines: Line | Sequence[Line]) -> tuple[Table, list[Event]]:
        """What the lines would do, on a copy; nothing is recorded. Raises Refusal like `do`."""
        played = Replay(self.table.twin(), load=self.rules)
        start = len(played.table.log)
        for number, line in enumerate(_lines(lines), len(self.log) + 1):
            step(played, Entry(number, "", "", line), with_digest=False)
        return played.table, played.table.log[start:]

    # --- the journal ---

    def do(self, lines: Line | Sequence[Line], who: str, now: datetime | str) -> list[Event]:
        """Play one line, or several (all or none); returns the new events. Raises Refusal or LineError."""
        texts = _lines(lines)
        with self._editing() as draft:
            first = len(draft.journal) + 1
            return self._play([make_entry(n, now, who, text) for n, text in enumerate(texts, first)], draft, now, who)

    def undo_warnings(self, n: int, who: str) -> list[str]:
        """What a director should know before taking back the last `n` inputs."""
        dropped = self.save.journal[-n:] if n > 0 else []
        numbers = {entry.number for entry in dropped}
        out = [f"第 {e.number} 条是 {e.who} 记的：{e.line}" for e in reversed(dropped) if e.who != signer(who)]
        gone = [item for item in self._sent_items() if item.input in numbers]
        told = list(dict.fromkeys(item.seat for item in gone if item.seat))
        if told:
            out.append(f"由此产生的通知已经发给 {'、'.join(told)}，撤销后要更正")
        if any(not item.seat for item in gone):
            out.append("由此产生的公告已经发布，撤销后要更正")
        return out

    def undo(self, n: int, who: str, now: datetime | str) -> Undone:
        """Take back the last `n` inputs. The deal stays."""
        if n < 1:
            raise LineError("bad_count", f"不能撤销 {n} 条", "写 1 或更大的数")
        with self._editing() as draft:
            kept = len(draft.journal) - n
            if kept < 0:
                what = f"只有 {len(draft.journal)} 条输入，不能撤销 {n} 条" if draft.journal else "没有可以撤销的输入"
                raise Refusal("nothing_to_undo", what, hint="发牌不能撤销；要重来就另开一局")
            warnings = self.undo_warnings(n, who)
            dropped = draft.journal[kept:][::-1]
            draft.journal, draft.undone = draft.journal[:kept], draft.undone + dropped
            draft.digests = [one for one in draft.digests if one.number <= kept]
            self._commit(draft, self._replay(draft))
            return Undone(dropped, warnings)

    def redo(self, n: int, who: str, now: datetime | str) -> list[Event]:
        """Put the last `n` undone inputs back, with their old time and name. All or none."""
        if n < 1:
            raise LineError("bad_count", f"不能重做 {n} 条", "写 1 或更大的数")
        with self._editing() as draft:
            if n > len(draft.undone):
                raise Refusal(
                    "nothing_to_redo", f"可以重做的只有 {len(draft.undone)} 条", hint="新的输入会清掉撤销过的"
                )
            entries = draft.undone[-n:][::-1]
            left = draft.undone[:-n]
            first = len(draft.journal) + 1
            entries = [replace(entry, number=number) for number, entry in enumerate(entries, first)]
            return self._play(entries, draft, now, who, left)

    def rules(self, digest: str) -> Ruleset:
        """A frozen ruleset that the game was dealt with or went over to."""
        if digest not in self._rules:
            self._rules[digest] = Ruleset(self.library.rules(digest))
        return self._rules[digest]

    def adopt(self, compiled: Compiled, who: str, now: datetime | str, why: str = "") -> list[Event]:
        """Go over to another compiled ruleset from here on. Raises Refusal where it lacks what the game lives by."""
        self.library.keep_rules(compiled)
        return self.do(adopt.line(compiled, why), who, now)

    def preview_adopt(self, compiled: Compiled) -> None:
        """Would that go? Nothing is recorded and nothing frozen. Raises Refusal like `adopt`."""
        adopt.take(self.table.twin(), adopt.line(compiled), lambda _: Ruleset(compiled))

    # --- correcting old inputs ---

    def preview_amend(self, number: int, line: str | None, insert: bool = False) -> Difference:
        """What it would change to replace input `number` (line None: drop it; insert: put `line` before it)."""
        draft, _ = amended(self.save, number, line, insert, "2000-01-01T00:00+00", "")
        difference = self._difference(self._replay(draft))
        if difference.stopped:
            difference.stopped = _as_numbered_now(difference.stopped, number, line, insert)
        return difference

    def take_amend(
        self, number: int, line: str | None, insert: bool = False, *, who: str, now: datetime | str, why: str = ""
    ) -> Difference:
        """Make that correction. Raises ReplayStopped when a later input cannot stand with it."""
        with self._editing() as current:
            draft, word = amended(current, number, line, insert, stamp(now), who)
            played = self._replay(draft, digests_after=number - 1)
            before = self._replayed().stopped
            if played.stopped and not _further(played.stopped, before, len(draft.journal) - len(current.journal)):
                raise _as_numbered_now(played.stopped, number, line, insert)
            difference = self._difference(played)
            reason = f"（{why}）" if why else ""
            old = current.journal[number - 1]
            draft.history = [*draft.history, f"{stamp(now)} {signer(who)} {word}{reason} | {old}"]
            draft.digests = draft.digests + [one for one in played.digests if one.number >= number]
            self._commit(draft, played)
            return difference

    # --- what left the machine ---

    def notices(self) -> list[Item]:
        return ledger.notices(self.table)

    def unsent(self, seat: str | None = None) -> list[Item]:
        """Notices not sent yet, of one seat or of all."""
        found = ledger.split(self.notices(), self.save.ledger)[1]
        return [item for item in found if seat is None or item.seat == seat]

    def unposted(self) -> list[Item]:
        """Public lines not posted yet."""
        return ledger.split(ledger.posts(self.table), self.save.ledger)[1]

    def corrections(self) -> list[Correction]:
        """Texts that left the machine and no longer stand, with what stands now, and texts that come too late."""
        return ledger.corrections(self.table, self.save.ledger)

    def posted_labels(self) -> list[str]:
        """Labels of the announcements marked as posted."""
        return list(dict.fromkeys(sent.post for sent in self.save.ledger if sent.post))

    def mark_sent(self, seats: Iterable[str] | None, who: str, now: datetime | str) -> list[Item]:
        """These seats (None: all) were sent everything that is due to them, corrections included."""
        wanted = None if seats is None else set(seats)
        names = {seat.name for seat in self.save.seats}
        if unknown := sorted((wanted or set()) - names):
            raise LineError("no_seat", f"没有 {'、'.join(unknown)}", "写马甲的全名")
        with self._editing() as draft:
            _, unsent, stale = ledger.split(self.notices(), list(draft.ledger))
            out = [item for item in unsent if wanted is None or item.seat in wanted]
            told = [n for n in stale if draft.ledger[n].seat and (wanted is None or draft.ledger[n].seat in wanted)]
            self._book(draft, out, told, now, who, "")
            return out

    def mark_posted(
        self, label: str, who: str, now: datetime | str, events: Iterable[Event] | None = None
    ) -> list[Item]:
        """The announcement `label` was posted, with these events (else with those of the moment `label`)."""
        with self._editing() as draft:
            table = self.table
            _, unposted, stale = ledger.split(ledger.posts(table), draft.ledger)
            indexes = None if events is None else {event.index for event in events}
            out = [i for i in unposted if (i.label == label if indexes is None else i.event in indexes)]
            labels = {label} | {item.label for item in out}
            lines = [(n, draft.ledger[n]) for n in stale]
            told = [n for n, old in lines if not old.seat and {old.label, old.post} & labels]
            self._book(draft, out, told, now, who, label)
            return out

    def _book(self, draft: Save, out: list[Item], told: list[int], now: datetime | str, who: str, post: str) -> None:
        time, name = stamp(now), signer(who)
        lines = ledger.record(out, time, name, post)
        if post and not lines:  # an announcement without news was posted all the same
            lines = [Sent(time, name, post, "", "", "", "-", "")]
        draft.ledger = ledger.withdraw(draft.ledger, told, time) + lines
        if draft.ledger != self.save.ledger:
            self._commit(draft, self._replayed())

    # --- checking ---

    def verify(self) -> Report:
        """Replay everything from the deal without the cache; check each closed phase, the deal and its commitment."""
        return verify(self.rs, self.compiled, self.save, self.rules)

    def accept(self, who: str, now: datetime | str, why: str) -> None:
        """Take the digests of today's replay for true, after a repair by hand or with a newer bansha."""
        with self._editing() as draft:
            played = replay(self.rs, draft, digests_after=-1, load=self.rules)
            if played.stopped:
                raise played.stopped
            draft.digests = list(played.digests)
            draft.history = [*draft.history, f"{stamp(now)} {signer(who)} 认可重放结果（{why}）"]
            self._commit(draft, played)

    # --- inner workings ---

    @contextlib.contextmanager
    def _editing(self) -> Iterator[Save]:
        """A draft of the save as it is on disk now, under the lock. Whatever goes wrong, memory is read anew."""
        with locked(self.path):
            data = read_save_bytes(self)
            if data != self._data:
                self.save, self._data, self._played = parse_save(data, self.path.name), data, None
            try:
                yield replace(self.save)
            except (Refusal, GameError):
                raise
            except BaseException:
                self._played = None
                raise

    def _play(
        self, entries: list[Entry], draft: Save, now: datetime | str, who: str, left: list[Entry] | None = None
    ) -> list[Event]:
        """Play entries on the table itself and write. left: what remains to redo (None: it is given up)."""
        table, played = self.table, self._replayed()
        start, fresh = len(table.log), len(played.digests)
        for entry in entries:
            try:
                self.reason = step(played, entry)
            except Refusal as refusal:
                if len(entries) == 1:
                    raise
                self._played = None  # earlier lines were played already
                raise _in_line(refusal, entry) from None
        draft.journal = [*draft.journal, *entries]
        draft.digests = [*draft.digests, *played.digests[fresh:]]
        if left is None and draft.undone:
            given_up = [f"{stamp(now)} {signer(who)} 撤销 | {entry}" for entry in draft.undone[::-1]]
            draft.history = [*draft.history, *given_up]
        draft.undone = left or []
        self._commit(draft, played)
        return table.log[start:]

    def _commit(self, draft: Save, played: Replay) -> None:
        draft.version = banshā.__version__
        try:
            self._data = write_save(self.path, draft)
        except BaseException:
            self._played = None
            raise
        self.save, self._played = draft, played
        self._store(played)

    def _replayed(self) -> Replay:
        if self._played is None:
            self._played = self._replay(self.save)
            self._check_last(self._played)
            self._store(self._played)
        return self._played

    def _replay(self, save: Save, digests_after: int | None = None) -> Replay:
        start = checkpoint.read(self.library.cache(self.name), save)
        self._cached = start.number if start else -1
        known = {one.number: one for one in save.digests}
        if start and start.number in known and known[start.number].digest != start.digest:
            start = None  # let a replay from the deal say what is right
        if start and digests_after is not None and start.number > digests_after:
            start = None  # digests are wanted of phases that closed before the checkpoint
        return replay(self.rs, save, start, digests_after, self.rules)

    def _check_last(self, played: Replay) -> None:
        """Compare the last closed phase with what was recorded when it closed."""
        point = played.point()
        if point is None:
            return
        one = next((one for one in self.save.digests if one.number == point.number), None)
        if one and one.digest != point.digest:
            cause = "bansha 换了版本" if self.save.version != banshā.__version__ else "存档被手工改过"
            text = f"{one.label} 结束时（第 {one.number} 条）的局面和记下的不同，可能是{cause}；用 bansha verify 细查"
            self.warnings.append(text)

    def _store(self, played: Replay) -> None:
        if played.frozen_at >= 0 and played.frozen_at != self._cached and not played.stopped:
            point = played.point()
            if point is not None:
                checkpoint.write(self.library.cache(self.name), self.save, point)
                self._cached = point.number

    def _sent_items(self) -> list[Item]:
        return ledger.split(ledger.items(self._replayed().table), self.save.ledger)[0]

    def _difference(self, played: Replay) -> Difference:
        difference = compare(self._replayed().table, played.table, self.save.ledger)
        difference.stopped = played.stopped
        return difference


def read_save_bytes(game: Game) -> bytes:
    """The save's bytes now; a save that vanished is said so."""
    try:
        return game.path.read_bytes()
    except OSError as error:
        raise GameError("gone", f"存档 {game.path} 不见了：{why(error)}", "从备份放回") from error


def _lines(lines: Line | Sequence[Line]) -> list[str]:
    """Canonical lines. What is stored is what replay will read."""
    many = [lines] if isinstance(lines, (str, Input)) else list(lines)
    return [format_line(parse_line(line) if isinstance(line, str) else line) for line in many]


def _as_numbered_now(stop: ReplayStopped, number: int, line: str | None, insert: bool) -> ReplayStopped:
    """Where a corrected journal stops, by the number that the input has today: the correction is not made."""
    at = stop.number
    if line is None:
        at += at >= number
    elif at == number:
        at = 0
    elif insert and at > number:
        at -= 1
    return ReplayStopped(at, stop.line, stop.refusal, proposed=True)


def _further(stop: ReplayStopped, before: ReplayStopped | None, shift: int) -> bool:
    """Does a corrected journal that still stops at least get further than it did?"""
    return before is not None and stop.number > before.number + shift


def _in_line(refusal: Refusal, entry: Entry) -> Refusal:
    """The refusal of one line among several says which."""
    return Refusal(refusal.code, f"「{entry.line}」{refusal.message}", refusal.rule, refusal.hint)
