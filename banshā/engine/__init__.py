"""The pure game: state, clock, uses, targeting, effects, landing of hits, votes, wins, draws.

No I/O, no TOML, no printing, no wall clock. `reducer.apply` takes one input, `events.Event` is what comes out.
"""
