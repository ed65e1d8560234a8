import { createElement, type FormEvent, type ReactElement } from "react";
import type * as react from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import FillFile from "@/components/envs/compare/fill-file";
import type { OpenFileControl } from "@/components/envs/file/opening/open-file";
import KeepEntriesDialog from "@/components/envs/keep-entries-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { goTo } from "@/lib/client/vaults/active-vault";
import type { EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { rendered } from "../../../support/components/rendered";
import { type Answer, json, refused, type Sent, vaultThat } from "../../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", async (original) => ({
  ...(await original<object>()),
  useIsThere: () => () => page.isThere,
}));
vi.mock("@/lib/client/hooks/reveal/use-rights", () => ({
  useRights: () => ({ may: () => true, limited: false, projects: null, environments: null }),
}));
const dialog = vi.hoisted(() => ({ form: undefined as unknown }));
vi.mock("@/components/ui/dialogs/dialog", () => ({
  Dialog({ children }: { children: unknown }) {
    dialog.form = children;
    return null;
  },
}));
// Everything is ticked.
vi.mock("react", async (original) => {
  const actual = await original<typeof react>();
  return {
    ...actual,
    useState: (initial: unknown) =>
      initial instanceof Set ? [new Set([0, 1, 2]), () => undefined] : actual.useState(initial),
  };
});

const location = { pathname: "/envs/p", href: "https://vault.example/envs/p" };
beforeEach(() => {
  page.isThere = true;
  vi.stubGlobal("window", { location, navigator: {} });
});
afterEach(() => vi.unstubAllGlobals());

/** What is told from now on. */
function telling(): () => string[] {
  const before = toastStore.current();
  return () =>
    toastStore
      .current()
      .filter((one) => !before.includes(one))
      .map(({ message }) => message);
}

const onLinked = vi.fn<(text: string) => void>();
const onClose = vi.fn<() => void>();
beforeEach(() => void vi.clearAllMocks());

async function keepEntries(answer: (sent: Sent) => Answer): Promise<string[]> {
  const told = telling();
  vaultThat((sent) => {
    page.isThere = false;
    return answer(sent);
  });
  const file = {
    name: ".env",
    text: "A=1\nB=2\nC=3\n",
    project: "billing",
    environment: null,
    linkable: [],
    entries: [],
    unsaved: true,
  };
  rendered(createElement(KeepEntriesDialog, { ...file, onLinked, onClose }));
  type Form = ReactElement<{ onSubmit: (event: FormEvent) => void }>;
  (dialog.form as Form).props.onSubmit({ preventDefault: () => undefined } as FormEvent);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onLinked).not.toHaveBeenCalled();
  return told();
}
const outcomes = (...actions: string[]) => json({ entries: actions.map((action) => ({ action, category: "A" })) });

test("whoever left while entries were made of a file's values is told that it has no links", async () => {
  const made = ({ what }: Sent) => (what === "POST /import" ? outcomes("created", "created", "updated") : json([]));
  expect(await keepEntries(made)).toEqual(["2 entries were created, 1 entry was updated; .env was not linked"]);
});

test("the entries of a file that was left were made, even if the list of them can't be had", async () => {
  const made = ({ what }: Sent) => (what === "POST /import" ? outcomes("created") : "lost");
  expect(await keepEntries(made)).toEqual(["1 entry was created; .env was not linked"]);
});

test("whoever left is told that no entries were made of a file's values, or that they may have been", async () => {
  const refusal = () => refused(403, "FORBIDDEN", "Not allowed");
  expect(await keepEntries(refusal)).toEqual(["Create entries from .env: Not allowed."]);
  vi.clearAllMocks();
  expect(await keepEntries(() => "lost")).toEqual([
    expect.stringMatching(/^Create entries from \.env: The vault can't be reached.* may have been created anyway\./),
  ]);
});

test("filling a file neither calls back whoever left while it was read nor says that it is filled", async () => {
  const write = vi.fn();
  const onFileType = vi.fn();
  const files = [{ fileType: "env", version: 1 }];
  type Fill = (fileType: "env", fillings: []) => Promise<string | null>;
  let fill: Fill | undefined;
  const given = {
    project: { id: "p", name: "billing", files } as unknown as EnvProjectWithFiles,
    fileType: "env" as const,
    open: { write, unsaved: false } as unknown as OpenFileControl,
    dialog: ({ onFill }: { onFill: unknown }) => {
      fill = onFill as Fill;
      return null;
    },
    onFileType,
    onClose,
  };
  rendered(createElement(FillFile, given));
  const told = telling();
  vaultThat(() => {
    goTo("/2fa", () => undefined);
    return json({ data: { content: "A=1" } });
  });
  expect(await fill?.("env", [])).toBeNull();
  expect(onFileType).not.toHaveBeenCalled();
  expect(write).not.toHaveBeenCalled();
  expect(told()).toEqual([]);
  vaultThat(() => json({ data: { content: "A=1" } }));
  expect(await fill?.("env", [])).toBeNull();
  expect(write).toHaveBeenCalledOnce();
});
