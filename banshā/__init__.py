"""bansha: the director's console for Chinese forum werewolf games."""

__version__ = "0.2.0"
