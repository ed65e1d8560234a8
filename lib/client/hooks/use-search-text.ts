import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";

/** Each write costs the router some work, and browsers limit their number. */
const restMilliseconds = 300;

/** The parameter of a page's search. */
export const searchParameter = "q";

function write(text: string): void {
  const query = new URLSearchParams(window.location.search);
  if (text) query.set(searchParameter, text);
  else query.delete(searchParameter);
  window.history.replaceState(null, "", window.location.pathname + (query.size > 0 ? `?${query}` : ""));
}

/** What a list is searched for, kept in the page's address once typing rests: a reload, Back and a link lead to it again. */
export function useSearchText(): [text: string, change: (text: string) => void] {
  const given = useSearchParams().get(searchParameter) ?? "";
  const [{ text, seen, written }, setState] = useState({ text: given, seen: given, written: given });
  // During rendering, so that the page never appears without what a link asks for.
  if (given !== seen) setState({ text: given === written ? text : given, seen: given, written: given });
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const change = useCallback((next: string) => {
    setState((state) => ({ ...state, text: next }));
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setState((state) => ({ ...state, written: next }));
      write(next);
    }, restMilliseconds);
  }, []);
  return [text, change];
}
