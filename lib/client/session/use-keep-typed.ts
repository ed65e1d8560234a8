import { useEffect, useEffectEvent } from "react";
import { forgetTyped, offerTyped } from "./typed";

/**
 * For forms: what `read` returns survives an ended session until the same person signs in again on this page;
 * `undefined` while nothing was typed. Earlier kept text counts as shown once the form is mounted.
 */
export function useKeepTyped<T>(form: string, read: () => T | undefined): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    forgetTyped();
    return offerTyped(form, () => latest());
  }, [form]);
}
