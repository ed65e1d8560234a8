import { useEffect, useEffectEvent } from "react";
import { forgetTypedOf, offerTyped } from "./typed";

/**
 * For forms: what `read` returns survives an ended session until the same person signs in again on this page;
 * `undefined` while nothing was typed. Its kept text counts as shown once it is mounted; that of another form waits on.
 */
export function useKeepTyped<T>(form: string, read: () => T | undefined): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    forgetTypedOf(form);
    return offerTyped(form, () => latest());
  }, [form]);
}
