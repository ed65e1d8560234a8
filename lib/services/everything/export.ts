import type { Context } from "../../auth/context";
import { everythingFormat, everythingVersion, type Section } from "../../contracts/vault/everything";
import { runtime } from "../../runtime";
import { yieldToEventLoop } from "../../event-loop";
import { beginDisclosure } from "../doors/disclose/disclose";
import { owner } from "../doors/owned";
import { recordBefore } from "../doors/record/record";
import { vaultSubject } from "../doors/subjects";
import { listValued, partsOf } from "./parts";

/** In characters. Fewer would cost each a look at whether the caller may still read. */
const pieceLength = 64 * 1024;

/**
 * The text of an `Everything`, in pieces. Whatever is in a piece was recorded before. Throws REVEALS_SPENT if
 * the caller's budget does not hold all of the values.
 */
export async function exportEverything(ctx: Context): Promise<AsyncGenerator<string>> {
  const before = new Date();
  const { db } = runtime();
  const things = { db, owner: owner(ctx), before };
  const valued = await listValued({ ...things, open: () => null });
  const { open, flushRecords } = await beginDisclosure(ctx, valued.count);
  await recordBefore(ctx, "vault.export", [vaultSubject()], { count: valued.count });
  return piecesOf(before, partsOf({ ...things, open }, valued), flushRecords);
}

const sections: readonly Section[] = ["categories", "entries", "twoFactor", "envProjects", "envFiles", "unreadable"];

async function* piecesOf(
  at: Date,
  parts: ReturnType<typeof partsOf>,
  flushRecords: () => Promise<void>,
): AsyncGenerator<string> {
  const head = JSON.stringify({
    format: everythingFormat,
    formatVersion: everythingVersion,
    exportedAt: at.toISOString(),
  });
  let piece = head.slice(0, -1);
  let open = -1;
  let isFirst = true;
  const begin = (section: Section) => {
    while (sections[open] !== section) {
      piece += `${open < 0 ? "" : "]"},\n"${sections[open + 1]}":[`;
      open += 1;
      isFirst = true;
    }
  };
  for await (const { section, items } of parts) {
    begin(section);
    for (const item of items) {
      piece += `${isFirst ? "" : ","}\n${JSON.stringify(item)}`;
      isFirst = false;
    }
    if (piece.length < pieceLength) continue;
    await flushRecords();
    yield piece;
    piece = "";
    await yieldToEventLoop();
  }
  await flushRecords();
  yield `${piece}]}\n`;
}
