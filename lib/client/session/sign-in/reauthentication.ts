import { createStore, type Store } from "../../store";

type Asked = { answer: Promise<boolean>; resolve: (confirmed: boolean) => void };

const asked = createStore<Asked | undefined>(undefined);

/** Undefined unless somebody is asked. */
export const reauthenticationStore: Store<Asked | undefined> = asked;

/** Asks the user to re-authenticate. Concurrent requests share one dialog; false if it was cancelled. */
export function askToReauthenticate(): Promise<boolean> {
  const open = asked.current();
  if (open) return open.answer;
  let resolve: Asked["resolve"] = () => {};
  const answer = new Promise<boolean>((settle) => (resolve = settle));
  asked.set({ answer, resolve });
  return answer;
}

/** The dialog's result, which continues every waiting request. */
export function settleReauthentication(confirmed: boolean): void {
  asked.current()?.resolve(confirmed);
  asked.set(undefined);
}
