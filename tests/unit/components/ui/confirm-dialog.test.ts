import { createElement, type FormEvent, type ReactElement } from "react";
import type * as react from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { goTo } from "@/lib/client/vaults/active-vault";
import { signedOut } from "@/lib/client/http/api-error";
import { rendered } from "../../../support/components/rendered";

type Form = ReactElement<{ onSubmit: (event: FormEvent) => void }>;
const dialog = vi.hoisted(() => ({
  form: undefined as unknown,
  pending: [] as unknown[],
  unmount: [] as (() => void)[],
}));
vi.mock("@/components/ui/dialogs/dialog", () => ({
  Dialog({ children }: { children: Form }) {
    dialog.form = children;
    return null;
  },
}));
// Mounted as it is rendered, and never rendered again: what the dialog would have become is noted.
vi.mock("react", async (original) => {
  const actual = await original<typeof react>();
  return {
    ...actual,
    useState: (initial: unknown) => [
      initial,
      (next: unknown) => typeof next === "boolean" && dialog.pending.push(next),
    ],
    useEffect(effect: () => (() => void) | void) {
      const unmount = effect();
      if (unmount) dialog.unmount.push(unmount);
    },
  };
});

const location = { pathname: "/import", href: "https://vault.example/import" };
const arriveAt = (pathname: string) => Object.assign(location, { pathname, href: `https://vault.example${pathname}` });
/** The router changes the address only once it has the page. */
const setOff = (path: string) => goTo(path, () => {});

const close = vi.fn<() => void>();
beforeEach(() => {
  Object.assign(dialog, { pending: [], unmount: [] });
  arriveAt("/import");
  vi.stubGlobal("window", { location });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function open(onConfirm: () => Promise<unknown> | void) {
  const said = { title: "Discard?", children: "It has not been saved.", confirmLabel: "Discard" };
  rendered(createElement(ConfirmDialog, { open: true, onOpenChange: close, onConfirm, ...said }));
}

/** Until nothing is left to do for what was confirmed. */
async function confirm() {
  (dialog.form as Form).props.onSubmit({ preventDefault: () => undefined } as FormEvent);
  await new Promise(setImmediate);
}

test("a question that itself leads to another page closes before that page has come", async () => {
  open(() => setOff("/vault"));
  await confirm();
  expect(close).toHaveBeenCalledOnce();
});

test("a confirmation whose page is being left is not closed by the answer, which may call back, but can be by hand", async () => {
  open(() => Promise.resolve(setOff("/vault")));
  await confirm();
  expect(close).not.toHaveBeenCalled();
  expect(dialog.pending).toEqual([true, false]);
});

test("one that stayed while the page under it changed is of the page on which it is confirmed", async () => {
  let answer: () => Promise<unknown> = () => Promise.reject(new Error("refused"));
  setOff("/import");
  open(() => answer());
  setOff("/vault");
  arriveAt("/vault");
  const told = toastStore.current().length;
  await confirm();
  // It is in the dialog.
  expect(toastStore.current()).toHaveLength(told);
  answer = () => Promise.resolve();
  await confirm();
  expect(close).toHaveBeenCalledOnce();
});

test("whoever left before the answer is told a refusal, and finds what they opened since still open", async () => {
  open(() => {
    setOff("/vault");
    return Promise.reject(new Error("refused"));
  });
  await confirm();
  expect(toastStore.current().at(-1)?.message).toMatch(/^Discard: /);
  for (const onConfirm of [() => Promise.resolve(), () => undefined]) {
    open(() => {
      for (const unmount of dialog.unmount) unmount();
      return onConfirm();
    });
    await confirm();
  }
  expect(close).not.toHaveBeenCalled();
});

test("that the session has ended is left to sign-in: it would be told once somebody has signed in again", async () => {
  const told = toastStore.current();
  open(() => {
    setOff("/vault");
    return Promise.reject(signedOut());
  });
  await confirm();
  expect(toastStore.current()).toBe(told);
});
