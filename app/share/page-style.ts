/** The app's colours (app/globals.css), without its fonts and its build. */
export const shareStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f3f5f4, #0d1311);
  --surface: light-dark(#ffffff, #141b19);
  --sunken: light-dark(#edf1ef, #1c2523);
  --line: light-dark(#d5dcd9, #26312e);
  --edge: light-dark(#7a8883, #6b7a75);
  --ink: light-dark(#14201d, #e5ece9);
  --muted: light-dark(#4f5d58, #9baaa4);
  --accent: light-dark(#0b6b65, #55c7b9);
  --accent-hover: light-dark(#085650, #78d8cc);
  --on-accent: light-dark(#ffffff, #04211d);
  --accent-ink: light-dark(#075a55, #7bdacd);
  --danger-soft: light-dark(#fbe6e3, #3b1916);
  --danger-ink: light-dark(#9a1f17, #ffa79f);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  min-height: 100dvh;
  padding: 12vh 1rem 2rem;
  background: var(--canvas);
  color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
}
main {
  max-width: 36rem;
  margin: 0 auto;
  padding: 1.5rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.625rem;
}
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.75rem; }
h2 { margin: 0 0 0.5rem; font-size: 0.875rem; color: var(--muted); }
p { margin: 0 0 1rem; }
section > :last-child, form > :last-child { margin-bottom: 0; }
#problem { padding: 0.75rem; border-radius: 0.375rem; background: var(--danger-soft); color: var(--danger-ink); }
#hint { overflow-wrap: anywhere; color: var(--muted); }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input {
  width: 100%;
  height: 2.75rem;
  margin-bottom: 1rem;
  padding: 0 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  background: var(--surface);
  color: inherit;
  font: inherit;
}
pre {
  max-height: 50vh;
  margin: 0 0 1rem;
  padding: 0.75rem;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
  background: var(--sunken);
  font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 1rem; }
button {
  min-height: 2.75rem;
  padding: 0 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.375rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--accent-hover); }
button.quiet { border-color: var(--edge); background: transparent; color: var(--ink); }
button[aria-disabled="true"] { opacity: 0.7; cursor: progress; }
#said:empty { display: none; }
#left { color: var(--muted); }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent-ink); outline-offset: 2px; }
/* It has the focus so that a screen reader starts there; nothing can be done with it. */
h1:focus { outline: none; }
`;
