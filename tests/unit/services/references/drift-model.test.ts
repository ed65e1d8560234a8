import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { restoreEntryVersion } from "@/lib/services/entries/entry-versions";
import { listFileLinks } from "@/lib/services/references/links";
import { getEntryUses } from "@/lib/services/references/uses";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime({ VERSIONS_KEPT: "2" })));
afterAll(() => own.close());

/** An entry as plainly as possible: every value that is kept, with the version that wrote it; the last is the current one. */
type Entry = { values: { version: number; value: string; madeAs: number }[]; version: number };

const texts = ["one", "two", "three", "four", "x".repeat(70)];
const variable = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom("", "own", "svc://Stripe/e0/-", "svc://Stripe/none/-"),
);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constant("create" as const), value: fc.constantFrom(...texts) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("write" as const), which: fc.nat(9), value: fc.constantFrom(...texts) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("restore" as const), which: fc.nat(9), former: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("delete" as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("save" as const), file: fc.array(variable, { maxLength: 5 }) }),
  },
);

const kept = 2;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** `madeAs`: the version that was first made with this value, of which restored ones are copies. */
function write(entry: Entry, value: string, madeAs = entry.version + 1): void {
  entry.version += 1;
  entry.values = [...entry.values, { version: entry.version, value, madeAs }].slice(-kept - 1);
}

test("in any history of entries and files, drift is what a plain model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const vault = await aServiceVault(own);
      const [category, projectId] = [await vault.category("Stripe"), await vault.project()];
      const entries = new Map<string, Entry>();
      let [content, fileId, made] = [[] as string[], await vault.file(projectId, ""), 0];
      for (const taken of steps) {
        const [id, entry] = ("which" in taken && at([...entries], taken.which)) || [];
        if (taken.what === "create") {
          const created = await vault.entry(category, `e${made}`, taken.value);
          entries.set(created, { version: 1, values: [{ version: 1, value: taken.value, madeAs: 1 }] });
          made += 1;
        } else if (taken.what === "save") {
          content = taken.file;
          fileId = await vault.file(projectId, content.map((value, index) => `V${index}=${value}\n`).join(""));
        } else if (id !== undefined && entry) {
          if (taken.what === "delete") {
            await deleteEntry(vault.ctx, id);
            entries.delete(id);
          } else if (taken.what === "write") {
            await updateEntry(vault.ctx, id, { value: taken.value });
            if (entry.values.at(-1)?.value === taken.value) entry.version += 1;
            else write(entry, taken.value);
          } else {
            const former = at(entry.values, taken.former) ?? expect.fail("it has a value");
            await restoreEntryVersion(vault.ctx, id, former.version);
            // Restoring what is there, or what that was restored from, changes nothing.
            if (former.madeAs !== entry.values.at(-1)?.madeAs) write(entry, former.value, former.madeAs);
          }
        }
        const found = await listFileLinks(vault.ctx, projectId, fileId);
        const stateOf = (value: string) => {
          if (value.startsWith("svc://")) return "linked";
          const having = [...entries.values()];
          if (having.some(({ values }) => values.at(-1)?.value === value)) return "same";
          return having.some(({ values }) => values.some((one) => one.value === value)) ? "outdated" : "plain";
        };
        expect(found.map(({ state }) => state)).toEqual(content.map(stateOf));
        for (const [entryId, { values }] of entries) {
          const uses = await getEntryUses(vault.ctx, entryId);
          const using = content.flatMap((value, index) => {
            const isLink = value === "svc://Stripe/e0/-" && found[index]?.entryId === entryId;
            const isSame = values.at(-1)?.value === value;
            const isHeld = values.some((one) => one.value === value);
            const state = isLink ? "linked" : isSame ? "same" : isHeld ? "outdated" : null;
            return state ? [{ name: `V${index}`, line: index + 1, state }] : [];
          });
          expect(uses.files.flatMap(({ variables }) => variables)).toEqual(using);
        }
        for (const [index, { state, entryId }] of found.entries())
          if (state === "same") expect(entries.get(entryId ?? "")?.values.at(-1)?.value).toBe(content[index]);
      }
    }),
    { numRuns: 40 },
  );
});
