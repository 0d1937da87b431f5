/** The style of the API page: no external image, font or script. */
export const pageStyle = `
:root { color-scheme: light dark; --background: #f6f7f9; --card: #fff; --ink: #16202c; --soft: #5a6675; --line: #dde3ea; --code: #eef1f5;
  --accent: #0b6bcb; --get: #0b7a4b; --post: #0b6bcb; --put: #8a5a00; --patch: #6a4bc4; --delete: #c02b37; }
@media (prefers-color-scheme: dark) { :root { --background: #10151b; --card: #171e26; --ink: #e4eaf1; --soft: #9aa7b6; --line: #2a3440;
  --code: #202934; --accent: #6cb6ff; --get: #4ac38b; --post: #6cb6ff; --put: #e0a83c; --patch: #b39dff; --delete: #ff7b85; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--background); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font: .86em/1.5 ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Consolas, monospace; }
code { overflow-wrap: anywhere; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; font-size: .92rem; }
nav strong { display: block; font-size: 1.15rem; margin-bottom: 1rem; letter-spacing: -.01em; }
nav h2 { font-size: .74rem; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); margin: 1.5rem 0 .35rem; }
nav ul, .errors { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; justify-content: space-between; gap: .5rem; padding: .18rem .5rem; margin-left: -.5rem; border-radius: 6px; color: inherit; }
nav li a:hover { background: var(--code); text-decoration: none; }
nav li span { color: var(--soft); font-variant-numeric: tabular-nums; }
main { min-width: 0; padding: 2rem 1.5rem 6rem; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .5rem; }
.lead { color: var(--soft); max-width: 44rem; margin: 0 0 1.5rem; }
.area { margin-top: 3rem; }
.area > h2 { font-size: 1.4rem; letter-spacing: -.01em; margin: 0 0 1rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.4rem 1.4rem; margin-bottom: 1.1rem;
  content-visibility: auto; contain-intrinsic-size: auto 34rem; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 22%, transparent); }
article h3 { font-size: 1.12rem; margin: 0; display: flex; flex-wrap: wrap; align-items: center; gap: .45rem; }
article h3 a { color: inherit; }
article h4 { font-size: .74rem; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); margin: 1.3rem 0 .4rem; }
article > p { margin: .35rem 0 .9rem; max-width: 46rem; }
.badge { font-size: .72rem; font-weight: 600; line-height: 1; padding: .28rem .5rem; border-radius: 99px; border: 1px solid var(--line); color: var(--soft); }
.badge.change { color: var(--put); } .badge.destroy { color: var(--delete); border-color: currentColor; }
.address { display: flex; align-items: baseline; gap: .6rem; margin: .25rem 0; }
.address code { font-size: .9rem; }
.method { flex: none; min-width: 4.1rem; text-align: center; font: 700 .7rem/1 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; padding: .32rem .4rem;
  border-radius: 6px; border: 1px solid currentColor; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.batch { color: var(--soft); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; table-layout: fixed; }
.input th:nth-child(1) { width: 30%; } .input th:nth-child(2) { width: 17%; } .input th:nth-child(3) { width: 11%; } .input th:nth-child(4) { width: 13%; }
.output th:nth-child(1) { width: 38%; } .output th:nth-child(2) { width: 24%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
small { color: var(--soft); display: block; }
.required { color: var(--delete); font-weight: 600; }
pre { background: var(--code); border-radius: 8px; padding: .85rem 1rem; margin: 0; overflow-x: auto; }
.errors { display: flex; flex-wrap: wrap; gap: .35rem .5rem; font-size: .86rem; }
.errors li { background: var(--code); border-radius: 6px; padding: .15rem .5rem; }
.none { color: var(--soft); margin: 0; }
@media (max-width: 800px) {
  .frame { display: block; }
  nav { position: static; height: auto; padding: 1.25rem 1rem 0; }
  nav ul { display: flex; flex-wrap: wrap; gap: .35rem; }
  nav li a { margin: 0; padding: .3rem .6rem; border: 1px solid var(--line); background: var(--card); border-radius: 99px; }
  main { padding: 1.25rem 1rem 4rem; }
  article { padding: 1rem; border-radius: 10px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr, td { display: block; }
  tr { padding: .45rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { border: 0; padding: .05rem 0; }
  td:nth-child(n+2) { display: inline-block; margin-right: 1rem; }
  td:last-child { display: block; margin: 0; }
  .address { flex-wrap: wrap; }
  .address code { flex: 1; min-width: 60%; }
  td:empty { display: none; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); font-size: .84em; }
}
@media print { nav { display: none; } .frame { display: block; } article { break-inside: avoid; content-visibility: visible; } }
`
