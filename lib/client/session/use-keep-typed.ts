import { useEffect, useEffectEvent } from "react";
import { forgetTyped, offerTyped } from "./typed";

/**
 * In a form: what `read` answers with outlives an ended session, until the same person has signed in again on this page;
 * undefined while nothing was typed. What was kept before is taken for shown once this stands on the page.
 */
export function useKeepTyped<T>(form: string, read: () => T | undefined): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    forgetTyped();
    return offerTyped(form, () => latest());
  }, [form]);
}
