type Asked = { answer: Promise<boolean>; resolve: (confirmed: boolean) => void };

const listeners = new Set<() => void>();
let asked: Asked | undefined;

function publish(next: Asked | undefined) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the user to re-authenticate. Concurrent requests share one dialog; false if it was cancelled. */
export function askToReauthenticate(): Promise<boolean> {
  if (!asked) {
    let resolve: Asked["resolve"] = () => {};
    const answer = new Promise<boolean>((settle) => (resolve = settle));
    publish({ answer, resolve });
  }
  return asked?.answer ?? Promise.resolve(false);
}

/** The dialog's result, which continues every waiting request. */
export function settleReauthentication(confirmed: boolean): void {
  asked?.resolve(confirmed);
  publish(undefined);
}

export const reauthenticationStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => asked !== undefined,
  onServer: () => false,
};
