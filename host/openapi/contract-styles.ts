/** The app's colours and type (docs/ui.md), copied, since the page isn't part of the app. */
export const contractStyles = `
:root {
  color-scheme: light dark;
  --ground: oklch(0.985 0.003 95); --surface: oklch(1 0 0); --line: oklch(0.91 0.006 95); --strong: oklch(0.62 0.012 260);
  --ink: oklch(0.22 0.02 260); --muted: oklch(0.47 0.02 260); --accent: oklch(0.47 0.10 175); --soft: oklch(0.955 0.025 175);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(0.17 0.015 260); --surface: oklch(0.205 0.015 260); --line: oklch(0.30 0.015 260); --strong: oklch(0.56 0.018 260);
    --ink: oklch(0.95 0.005 95); --muted: oklch(0.72 0.015 260); --accent: oklch(0.78 0.12 175); --soft: oklch(0.29 0.045 175);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 0.875rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; text-size-adjust: 100%; }
code { font: 0.8125rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3 { font-weight: 600; text-wrap: balance; margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; }
main h2 { font-size: 1.25rem; }
h3 { font-size: 1rem; }
p { margin: 0; max-width: 65ch; }
.muted { color: var(--muted); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 1; }
header { max-width: 90rem; margin: 0 auto; padding: 2rem 1.5rem; display: grid; gap: 0.75rem; border-bottom: 2px dotted var(--strong); }
.mark { font-weight: 600; color: var(--accent); }
.columns { max-width: 90rem; margin: 0 auto; padding: 1.5rem; display: grid; gap: 2.5rem; grid-template-columns: 14rem minmax(0, 1fr); align-items: start; }
nav { position: sticky; top: 0; max-height: 100dvh; overflow-y: auto; padding: 0.25rem 0 2rem 0.25rem; }
nav h2 { font-size: 0.75rem; color: var(--muted); margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.2rem 0; color: inherit; text-decoration: none; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
main { display: grid; gap: 2.5rem; }
section { display: grid; gap: 1rem; }
article { display: grid; gap: 0.75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.line { font-size: 0.8125rem; }
.method { display: inline-block; font: 600 0.75rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--accent); background: var(--soft); border-radius: 4px; padding: 0 0.4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; }
caption { text-align: start; font-weight: 600; padding: 0.25rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-top: 1px solid var(--line); font-weight: 400; }
tr > :first-child { width: 32%; }
tr > :nth-child(2):not(:last-child) { width: 6rem; }
th code { overflow-wrap: normal; }
.joined { margin-left: -0.3em; }
thead th { color: var(--muted); font-size: 0.75rem; border-top: 0; }
.says { display: block; color: var(--muted); }
@media (max-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: none; columns: 2 11rem; padding-bottom: 0; }
  nav ul { break-inside: avoid; }
  th, td { padding-right: 0.75rem; }
}
@media print { nav, .skip { display: none; } .columns { display: block; } article { break-inside: avoid; } }
`;
