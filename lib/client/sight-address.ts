/** Typing writes the address when it rests: each write costs the router some work, and browsers limit their number. */
const restMilliseconds = 300;

/** What a page wrote into the address, and the router has yet to announce. The oldest comes first. */
let written: string[] = [];

export const isWritten = (query: string): boolean => written.includes(query);

/** The router knows this query now, and those before it. */
export const announce = (query: string): void => void (written = written.slice(written.indexOf(query) + 1));

/** Writes the query of the page at this path. Once the page was left, it writes nothing: the address is another page's. */
export function sightAddress(path: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: (() => string) | undefined;
  const stop = () => {
    clearTimeout(timer);
    resting = undefined;
  };
  const write = (query: string, how: "push" | "replace") => {
    stop();
    if (window.location.pathname !== path || query === new URLSearchParams(window.location.search).toString()) return;
    written.push(query);
    window.history[`${how}State`](null, "", path + (query && `?${query}`));
  };
  /** Before what may lead to another page: written while the router is on its way there, it would be called back. */
  const flush = () => resting && write(resting(), "replace");
  return {
    write,
    flush,
    /** Writes what `read` returns once nothing was typed for a while. */
    later(read: () => string) {
      stop();
      resting = read;
      timer = setTimeout(flush, restMilliseconds);
    },
    forget() {
      stop();
      written = [];
    },
  };
}
