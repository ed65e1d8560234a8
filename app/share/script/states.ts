/** An element of the page by its id. */
export const at = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

type State = "ready" | "locked" | "shown";

/** Shows one state of the page, and no problem. */
export function show(state: State): void {
  only(state);
  at("problem").hidden = true;
}

/** Says what is wrong. Without a state, there is nothing left to do here. */
export function complain(words: string, state?: State): void {
  only(state);
  // Shown before it is filled, so that screen readers say it each time.
  at("problem").hidden = false;
  at("problem").textContent = words;
  if (!state) document.querySelector("h1")?.focus();
}

function only(state: State | undefined): void {
  for (const one of ["ready", "locked", "shown"] as const) at(one).hidden = one !== state;
}

let isBusy = false;

/** Runs one thing at a time; meanwhile its button says what is going on. */
export async function busy(id: string, words: string, work: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  const button = at(id);
  const usual = button.textContent;
  isBusy = true;
  button.setAttribute("aria-disabled", "true");
  button.textContent = words;
  try {
    await work();
  } finally {
    isBusy = false;
    button.removeAttribute("aria-disabled");
    button.textContent = usual;
  }
}
