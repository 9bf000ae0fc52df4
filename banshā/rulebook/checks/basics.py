"""What concerns the ruleset as a whole: players, aliases, derived numbers, the order of roles."""

from __future__ import annotations

from banshā.rulebook.checks.book import Book
from banshā.rulebook.names import near


def check_basics(book: Book) -> None:
    low, high = book.compiled["players"]
    if low < 1 or low > high:
        book.report("R052", ("ruleset",), "players", f"人数 [{low}, {high}] 不对：至少 1，前小后大")
    _aliases(book)
    for name, number in book.compiled["numbers"].items():
        bases = [key for key in ("value", "share", "cards", "alive", "base", "number") if key in number]
        if len(bases) != 1:
            book.report("R054", ("numbers", name), "", "value、share、cards、alive、base、number 要写一个，也只写一个")
    roles = book.compiled["roles"]
    for name in book.source.doc.get("order", {}).get("roles", []):
        if name not in roles:
            book.report("R011", ("order", "roles"), "", f"没有身份 {name}", guess=near(name, roles))


def _aliases(book: Book) -> None:
    real: dict[str, set[str]] = {
        "role": set(book.compiled["roles"]) | set(book.compiled["listed"]),
        "state": set(book.compiled["states"]),
        "skill": book.skill_names,
        "camp": set(book.compiled["camps"]),
    }
    labels = {"role": "身份", "state": "状态", "skill": "技能", "camp": "阵营"}
    families = {state["family"] for state in book.compiled["states"].values() if "family" in state}
    for kind, names in real.items():
        for alias, target in book.compiled["aliases"][kind].items():
            where = ("aliases", kind, alias)
            if alias in names:
                book.report("R050", where, "", f"别名 {alias} 和{labels[kind]} {alias} 同名")
            if target not in names and not (kind == "state" and target in families):
                # A theme may leave out a role and keep the table of aliases.
                message = f"别名 {alias} 指的{labels[kind]} {target} 不存在"
                book.report("R051", where, "", message, guess=near(target, names), severity="warning")
    seen: dict[str, str] = dict(book.source.doc.get("aliases", {}).get("role", {}))
    for role in book.source.doc.get("role", []):
        for alias in role.get("aliases", []):
            if seen.setdefault(alias, role["name"]) != role["name"]:
                message = f"别名 {alias} 已经是 {seen[alias]} 的了"
                book.report("R050", ("role", role["name"]), "aliases", message)
