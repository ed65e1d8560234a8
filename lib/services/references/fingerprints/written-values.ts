import type { KeyType } from "../../../contracts/primitives";
import { storedInstant } from "../../../db/instants";
import { runtime } from "../../../runtime/index";
import { type FingerprintMemory, type Former, isSameMark, type Mark, remembered } from "./fingerprint-memory";
import { fingerprintsIn } from "./opened-values";

/*
 * What this process writes it need not open again in order to compare it: the text is at hand. A write that is rolled back
 * leaves a mark that no row ever has.
 */

type Written = { id: string; keyType: KeyType; text: string };

/** A value that it had elsewhere, and how many bytes it takes as it is sealed. */
type FormerText = { text: string; bytes: number };

/** A new entry, whose versions from 1 on are the values that it had elsewhere. */
export function rememberCreated(
  { id, keyType, text }: Written,
  { valueId = null, valueAt = null }: { valueId?: string | null; valueAt?: Date | null } = {},
  former: readonly FormerText[] = [],
  memory: FingerprintMemory = remembered,
): void {
  const isGroup = keyType === "group";
  memory.keep(id, {
    mark: asRead({ valueVersion: former.length + 1, valueId, valueAt }),
    isGroup,
    current: fingerprintsIn(text, isGroup),
    former: newest(
      former.map(({ text, bytes }, index) => ({ version: index + 1, bytes, prints: fingerprintsIn(text, isGroup) })),
    ),
  });
}

/**
 * An entry whose value was replaced by nobody else since it was read with the mark `before`. Does nothing if it is not known
 * which values it had then.
 */
export function rememberReplaced(
  { id, text }: Omit<Written, "keyType">,
  before: Mark,
  after: Mark,
  memory: FingerprintMemory = remembered,
): void {
  if (isSameMark(before, after)) return;
  const known = memory.get(id, asRead(before));
  if (!known) return;
  const { mark, isGroup, current, former } = known;
  memory.keep(id, {
    mark: asRead(after),
    isGroup,
    current: fingerprintsIn(text, isGroup),
    former: former && newest([{ version: mark.valueVersion, bytes: 0, prints: current }, ...former]),
  });
}

/** As many as are kept. They were read in no order. */
const newest = (former: readonly Former[]): Former[] =>
  [...former].sort((one, other) => other.version - one.version).slice(0, runtime().settings.VERSIONS_KEPT);

/** As the query reads it that compares it. */
const asRead = (mark: Mark): Mark => ({
  ...mark,
  valueAt:
    mark.valueAt instanceof Date && runtime().databaseKind === "sqlite" ? storedInstant(mark.valueAt) : mark.valueAt,
});
