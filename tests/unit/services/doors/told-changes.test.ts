import { afterAll, beforeAll, expect, test } from "vitest";
import { boundsOf } from "@/lib/auth/grants/bounds";
import type { Context } from "@/lib/auth/context";
import { listActivity } from "@/lib/services/activity";
import { renameProject } from "@/lib/services/projects";
import { keyCaller } from "../../../support/callers/key-caller";
import { sessionCaller } from "../../../support/callers/request-facts";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

test("a project's former name is told to its owner in a session and to a key without limits, and to nobody with limits", async () => {
  const { userId, project } = await aServiceVault(own);
  await project("billing");
  const caller = sessionCaller({ userId, sessionId: "session" });
  await renameProject({ caller }, { from: "billing", to: "payments" });
  const seenBy = async (caller: Context["caller"]) =>
    (await listActivity({ caller }, { action: "project.rename" })).map(({ change }) => change);
  const change = "“billing” → “payments”";
  expect(await seenBy(caller)).toEqual([change]);
  expect(await seenBy(keyCaller({ userId }))).toEqual([change]);
  const bounds = boundsOf({ projects: ["payments"], environments: null });
  expect(await seenBy(keyCaller({ userId, bounds }))).toEqual([null]);
});
