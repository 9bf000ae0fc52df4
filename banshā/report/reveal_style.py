"""The look of the reveal page: light and dark by the reader's choice, narrow and wide screens, paper."""

CSS = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #23211d; --soft: #6d675e; --line: #e4dfd5; --tint: #f3efe6;
  --red: #b3261e; --night: #eef0f8; --night-line: #cfd5ea; --night-ink: #2f3a68; --day: #d98a1f; --gold: #8a6414;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171b; --card: #1f2126; --ink: #e6e3dc; --soft: #9c978d; --line: #34363d; --tint: #282a30;
    --red: #ff8a80; --night: #1a1e2e; --night-line: #343c5c; --night-ink: #aab6ea; --day: #f0b35a; --gold: #e0bd72;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 4rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.7 "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif;
}
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 3rem; padding-bottom: 1rem; }
h1 { font-size: 2rem; line-height: 1.3; margin: 0 0 .5rem; letter-spacing: .02em; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 1rem; }
h3 { font-size: 1.05rem; margin: 0; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
.winner { display: inline-block; margin: .9rem 0 .3rem; padding: .35rem 1rem; border-radius: 2rem;
  background: var(--red); color: var(--paper); font-weight: 600; font-size: 1.15rem; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: .8rem 0 0; padding: 0; list-style: none; }
.facts b { font-weight: 600; }
nav { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); }
nav div { max-width: 62rem; margin: 0 auto; padding: .55rem 1.25rem; display: flex; gap: .35rem; overflow-x: auto;
  white-space: nowrap; scrollbar-width: none; }
nav a { color: var(--soft); text-decoration: none; padding: .1rem .7rem; border-radius: 1rem; font-size: .9rem; }
nav a:hover { background: var(--tint); color: var(--ink); }

.cast { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14.5rem, 46%), 1fr)); gap: .7rem; }
.seat { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid hsl(var(--hue) 55% 55%);
  border-radius: .5rem; padding: .6rem .8rem; break-inside: avoid; }
.seat.gone { background: transparent; }
.seat .who { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .45rem; }
.seat .who b { font-size: 1.05rem; min-width: 0; overflow-wrap: anywhere; }
.seat .floor, .seat .player { color: var(--soft); font-size: .82rem; }
.seat .player { margin-left: auto; }
.seat .fate { font-size: .85rem; color: var(--soft); }
.seat .fate.in { color: hsl(140 45% 38%); font-weight: 600; }
.seat .cards { font-size: .85rem; }
.camp { font-size: .8rem; padding: .05rem .5rem; border-radius: 1rem; white-space: nowrap;
  background: hsl(var(--hue) 60% 50% / .15); color: hsl(var(--hue) 60% 32%); }
@media (prefers-color-scheme: dark) { .camp { color: hsl(var(--hue) 60% 75%); }
  .seat .fate.in { color: hsl(140 45% 65%); } }

.day { position: relative; padding-left: 1.6rem; border-left: 2px solid var(--line); margin-left: .4rem; }
.day > h2 { margin-left: -1.6rem; padding-left: 1.6rem; position: relative; }
.day > h2::before { content: ""; position: absolute; left: -.5rem; top: .45em; width: .95rem; height: .95rem;
  border-radius: 50%; background: var(--day); border: .2rem solid var(--paper); }
.stage { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem;
  margin: 0 0 1rem; }
.stage.night { background: var(--night); border-color: var(--night-line); }
.stage > h3 { display: flex; align-items: center; gap: .5rem; margin-bottom: .4rem; }
.stage.night > h3 { color: var(--night-ink); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .93rem; margin: .5rem 0; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; white-space: nowrap; }
th, td { padding: .28rem .7rem .28rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.night th, .night td { border-color: var(--night-line); }
tr:last-child td { border-bottom: 0; }
td.name { font-weight: 600; max-width: 12em; word-break: keep-all; overflow-wrap: break-word; }
td.phase { white-space: nowrap; color: var(--soft); font-size: .85rem; }
td.skill { white-space: nowrap; }
td.aim, td.told { overflow-wrap: anywhere; }
.moves td:last-child { padding-right: 0; }
.bent { color: var(--gold); }
.failed { color: var(--red); }
.news { color: var(--red); font-weight: 600; white-space: pre-line; }
blockquote { margin: .5rem 0; padding: .35rem .9rem; border-left: .2rem solid var(--line); background: var(--tint);
  border-radius: 0 .4rem .4rem 0; white-space: pre-line; }
blockquote b { display: block; font-size: .85rem; color: var(--soft); font-weight: 600; }
.outs { display: flex; flex-wrap: wrap; gap: .4rem; margin: .6rem 0 .1rem; padding: 0; list-style: none; }
.outs li { border: 1px solid var(--red); border-radius: 1rem; padding: .05rem .75rem; font-size: .88rem; }
.outs b { color: var(--red); }
.vote { display: grid; grid-template-columns: fit-content(12em) minmax(5rem, 1fr) 2fr; gap: .3rem .9rem;
  align-items: center; font-size: .93rem; margin: .4rem 0 .6rem; }
.vote > span { overflow-wrap: anywhere; min-width: 0; } .vote > .bar { overflow-wrap: normal; }
.vote .bar { display: flex; align-items: center; gap: .5rem; }
.vote .bar i { height: .75rem; border-radius: .4rem; background: var(--soft); opacity: .45; min-width: .2rem; }
.vote .top { font-weight: 600; color: var(--red); }
.vote .top + .bar i { background: var(--red); opacity: .8; }
.vote .void { color: var(--soft); }
.card { display: inline-block; width: .62rem; height: .85rem; border-radius: .12rem; margin-right: .25rem;
  vertical-align: -.05rem; border: 1px solid #0003; }
.card.blue { background: #3f7fd1; } .card.yellow { background: #f2c230; } .card.red { background: #d3352b; }
.plain { list-style: none; padding: 0; margin: .4rem 0; font-size: .93rem; }
pre { background: var(--tint); border-radius: .5rem; padding: .8rem 1rem; overflow-x: auto; font-size: .82rem;
  line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; font-size: .88em; }
footer { padding-top: 1.5rem; padding-bottom: 3rem; color: var(--soft); font-size: .88rem; }

@media (max-width: 40rem) {
  body { font-size: 15px; }
  header { padding-top: 1.75rem; } h1 { font-size: 1.5rem; }
  .day { padding-left: 1rem; } .day > h2 { margin-left: -1rem; padding-left: 1rem; }
  .stage { padding: .65rem .75rem; }
  .moves, .moves tbody { display: block; } .moves thead { display: none; }
  .moves tr { display: flex; flex-wrap: wrap; gap: 0 .6rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }
  .moves tr:last-child { border-bottom: 0; }
  .moves td { border: 0; padding: 0; } .moves td:empty { display: none; } 
  .moves td.phase, .moves td.told { flex-basis: 100%; } .moves td.told { color: var(--soft); }
  .cast { gap: .45rem; } .seat { padding: .45rem .6rem; }
  .vote { grid-template-columns: fit-content(50%) 1fr; } .vote .who { grid-column: 1 / -1; margin-bottom: .3rem; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --tint: #f4f4f4; --night: #f4f5fa;
    --night-line: #c5cbe0; --red: #a01818; }
  body { font-size: 10.5pt; } nav { display: none; }
  .seat, .vote, tr, blockquote { break-inside: avoid; } h2, h3 { break-after: avoid; }
  .cast { grid-template-columns: repeat(4, 1fr); gap: .35rem; } .seat { padding: .3rem .5rem; }
  .winner { color: #a01818; background: none; border: 1px solid #a01818; } pre { font-size: 7.5pt; }
}
"""
