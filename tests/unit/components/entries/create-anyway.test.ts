import { createElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { expect, test, vi } from "vitest";
import EntryForm from "@/components/entries/form/entry-form";
import { startValues, type EntryFormValues } from "@/components/entries/form/entry-form-values";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { cacheWith, rendered } from "../../../support/components/rendered";
import { json, vaultThat } from "../../../support/components/vault-that";
import { listedEntry } from "../../../support/rows/listed-entry";

const form = vi.hoisted(() => ({
  values: {} as EntryFormValues,
  onAnyway: (): unknown => undefined,
}));
// A form that was filled in, without filling it in.
vi.mock("react-hook-form", async (original) => {
  const actual = await original<typeof reactHookForm>();
  return {
    ...actual,
    useForm: (options: object) => ({
      ...actual.useForm({ ...options, defaultValues: form.values }),
      handleSubmit: (submit: (values: unknown) => unknown) => () => submit(form.values),
    }),
  };
});
vi.mock("@/components/ui/dialogs/side-panel", async () => {
  const { createElement, Fragment } = await import("react");
  return { SidePanel: ({ children }: { children: unknown }) => createElement(Fragment, null, children as never) };
});
vi.mock("@/components/ui/buttons/button", () => ({
  Button({ children, onClick }: { children: unknown; onClick: () => unknown }) {
    if (/^Create an/.test(String(children))) form.onAnyway = onClick;
    return null;
  },
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/vault" }));

// Never taken back: the answers that a test does not wait for come after it.
vi.stubGlobal("window", { location: { pathname: "/vault", href: "https://vault.example/vault" } });

const stripe = { id: "c", name: "Stripe", keyType: "simple", icon: null, envVarName: "STRIPE_SECRET_KEY" };
const twin = listedEntry({ id: "twin", environment: "staging" });
const rival = listedEntry({ id: "rival", categoryId: "other", environment: "staging" });

test.each<[what: string, listed: ListedEntry[], conditions: (string | null)[]]>([
  ["an entry of the same category", [twin], [null, "*"]],
  ["one of another category that sets its variable", [rival], ["*", "*"]],
])(
  "beside %s, Create anyway makes a second one of its own category only where the note shows the first",
  async (_, listed, conditions) => {
    form.values = {
      ...startValues(undefined, "c"),
      name: "billing",
      environment: "several",
      several: ["staging", "production"],
      value: "not-a-real-key",
    };
    const sent = vaultThat(() => json(listedEntry()));
    const client = cacheWith([
      [queryKeys.entries, listed],
      [queryKeys.categories, [stripe]],
      [queryKeys.teams, []],
    ]);
    const panel = { onDirty: vi.fn(), onSaving: vi.fn(), leave: vi.fn() };
    rendered(
      createElement(EntryForm, { categoryId: "c", ...panel, onOpen: vi.fn(), onSaved: vi.fn(), onClose: vi.fn() }),
      client,
    );
    form.onAnyway();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ headers }) => headers.get("If-None-Match"))).toEqual(conditions);
  },
);
