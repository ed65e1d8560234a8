import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { searchParameter } from "./use-address-request";

/** Each write costs the router some work, and browsers limit their number. */
const restMilliseconds = 300;

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
  const waiting = useRef<string>(undefined);
  const flush = useCallback(() => {
    window.clearTimeout(timer.current);
    const next = waiting.current;
    waiting.current = undefined;
    if (next === undefined) return;
    setState((state) => ({ ...state, written: next }));
    write(next);
  }, []);
  useEffect(() => {
    // Before what may lead to another page: written while the router is on its way there, it would be called back.
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Enter" && flush();
    window.addEventListener("pointerdown", flush, { capture: true });
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener("pointerdown", flush, { capture: true });
      window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [flush]);
  const change = useCallback(
    (next: string) => {
      setState((state) => ({ ...state, text: next }));
      waiting.current = next;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(flush, restMilliseconds);
    },
    [flush],
  );
  return [text, change];
}
