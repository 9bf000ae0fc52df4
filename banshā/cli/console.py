"""x"""
from . import base
app = base.commands()
@base.command(app, "console")
def console() -> None:
    """一个长夜。"""
