/** How `/docs` looks: one style sheet, light and dark, for wide and narrow screens and for paper. */

export const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1d2129; --soft: #5b6472; --line: #e2e6ec;
  --panel: #f6f8fa; --accent: #0b5cad; --get: #0b6e4f; --post: #0b5cad; --put: #8a5a00;
  --delete: #b3261e; --code: #24292f }
@media (prefers-color-scheme: dark) { :root { --back: #14171c; --text: #e4e8ee; --soft: #9aa5b4;
  --line: #2b313a; --panel: #1c2129; --accent: #6cb2ff; --get: #5fd0a5; --post: #6cb2ff;
  --put: #f0b955; --delete: #ff8a80; --code: #d5dbe3 } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--back); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  display: grid; grid-template-columns: 17rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem;
  border-right: 1px solid var(--line); font-size: .875rem }
nav b { display: block; margin: 1.1rem 0 .25rem; color: var(--soft); font-size: .75rem;
  letter-spacing: .05em; text-transform: uppercase }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .15rem 0; color: var(--text); text-decoration: none;
  overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { color: var(--accent); text-decoration: underline }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 75rem }
h1 { margin: 0 0 .25rem; font-size: 1.9rem }
h2 { margin: 3.5rem 0 .5rem; padding-bottom: .4rem; border-bottom: 2px solid var(--line) }
h3 { margin: 0 0 .25rem; font-size: 1.1rem }
h4 { margin: 1.1rem 0 .35rem; font-size: .8rem; color: var(--soft); text-transform: uppercase;
  letter-spacing: .04em }
p { margin: .4rem 0; max-width: 46rem }
a { color: var(--accent) }
section { padding: 1.6rem 0; border-bottom: 1px solid var(--line) }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { font-size: .875em }
pre { margin: 0; padding: .85rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--panel); color: var(--code); font-size: .8rem; line-height: 1.5;
  overflow-x: auto; tab-size: 2 }
.path { margin: .35rem 0; overflow-wrap: anywhere }
.method { display: inline-block; min-width: 3.6rem; font-weight: 700; font-size: .8rem }
.GET { color: var(--get) } .POST { color: var(--post) } .PUT, .PATCH { color: var(--put) }
.DELETE { color: var(--delete) }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
  gap: 0 1.25rem }
.pair > div { min-width: 0 }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .875rem }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top }
th { color: var(--soft); font-weight: 600 }
td code { overflow-wrap: anywhere }
td:first-child code { white-space: nowrap }
.soft { color: var(--soft) }
details { margin-top: .6rem } summary { cursor: pointer; color: var(--accent); font-size: .9rem }
details > pre, details > .wide { margin-top: .5rem }
td details { margin-top: .15rem }
@media (max-width: 60rem) { body { display: block } table { min-width: 36rem }
  nav { position: static; height: auto; max-height: 45vh; border: 0;
    border-bottom: 1px solid var(--line) } }
@media print { nav { display: none } body { display: block } pre { white-space: pre-wrap } }
`
