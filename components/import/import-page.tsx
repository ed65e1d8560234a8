"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { DiscardDialog } from "@/components/ui/dialogs/discard-dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { focusContent } from "@/lib/client/browser/focus-content";
import { importItems } from "@/lib/client/http/api";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useLeaveGuard } from "@/lib/client/hooks/address/use-leave-guard";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { rightsIn, useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { projectPath } from "@/lib/client/vaults/project-path";
import { pageEndStore } from "@/lib/client/session/end/page-end";
import { forgetTypedOf, keepTyped, keptTypedOf } from "@/lib/client/session/typed/typed";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import { ImportSource, type Source } from "./import-source";
import { importedText } from "./import-texts";
import type { Plan } from "./plan";

// Shown once something was read.
const ImportPlan = onDemand(() => import("./import-plan"));
// For readers and auditors of a team.
const CannotImport = onDemand(() => import("./cannot-import"));

/** The lists that may show what an import makes, and what is undone of it. */
const shownIn = [
  ...[queryKeys.categories, queryKeys.entries, queryKeys.twoFactor, queryKeys.envProjects, queryKeys.stats],
  historyKeys.trash,
];

const emptySource: Source = { text: "", fileName: null, format: "auto", project: "", environment: "", columns: {} };

/** From another tool's export to the vault: read in the browser, previewed, then stored at once. */
export function ImportPage() {
  const team = useTeamHere();
  if (!team || rightsIn(team).may("entries:write")) return <Import />;
  return <CannotImport team={team.name} />;
}

function Import() {
  const queryClient = useQueryClient();
  const goTo = useGoTo();
  const isThere = useIsThere();
  const [source, setSource] = useState(() => keptTypedOf<Source>("import") ?? emptySource);
  useKeepTyped("import", () => (source.text === "" ? undefined : source));
  const [leaving, setLeaving] = useState<{ proceed: () => void }>();
  useLeaveGuard(source.text !== "", (proceed) => setLeaving({ proceed }));
  const leave = useEffectEvent(() => {
    if (source.text !== "" && !pageEndStore.current()) keepTyped();
  });
  // The palette and shortcuts do not ask: after them, the text waits.
  useLayoutEffect(() => () => leave(), []);
  const [planned, setPlanned] = useState<{ plan: Plan; source: Source }>();
  // One that was on its way while the source was changed belongs to no text that is there.
  const plan = planned?.source === source ? planned.plan : undefined;
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; of?: Source }>();
  // A preview that was refused meanwhile neither. An import that failed is told whatever is there.
  const error = failed?.of === undefined || failed.of === source ? failed?.error : undefined;

  /** The preview belongs to the source as it was: any change to it discards the plan. */
  const change = (part: Partial<Source>) => {
    setSource((last) => ({ ...last, ...part }));
    setPlanned(undefined);
    setFailed(undefined);
  };

  // From a project's page.
  useAddressRequest((request) => change({ project: request.get("project") ?? "" }));

  async function attempt(work: () => Promise<void>, of?: Source) {
    setPending(true);
    setFailed(undefined);
    try {
      await work();
    } catch (error) {
      setFailed({ error, ...(of && { of }) });
    } finally {
      setPending(false);
    }
  }

  const look = () =>
    attempt(async () => {
      ImportPlan.preload();
      const { importAll, readSource, planOf, tooMuchFor } = await import("./plan");
      const read = readSource(source);
      const fault = read ? tooMuchFor(read) : "Enter a project: some items in the file don’t name one.";
      if (!read || fault) return setFailed({ error: fault, of: source });
      const preview = await importAll(read, (batch) => importItems({ body: { preview: true, ...batch } }));
      setPlanned({ plan: planOf(read, preview), source });
    }, source);

  const refresh = () => {
    for (const queryKey of shownIn) void queryClient.invalidateQueries({ queryKey });
  };
  const store = (taken: Plan["taken"]) =>
    attempt(async () => {
      const [{ importAll }, { madeBy }, { tellImported }] = await Promise.all([
        import("./plan"),
        import("./made"),
        import("./imported-notice"),
      ]);
      const result = await importAll(taken, (batch) => importItems({ body: batch }));
      refresh();
      tellImported(importedText(result.counts), madeBy(taken, result), refresh);
      // First, since nothing is left to ask about on the way to another page.
      setSource(emptySource);
      setLeaving(undefined);
      setPlanned(undefined);
      // What was kept when the page was left.
      if (keptTypedOf<Source>("import")?.text === source.text) forgetTypedOf("import");
      if (!isThere()) return;
      focusContent();
      const projects = new Set(taken.entries.map(({ name }) => name));
      const [project] = projects;
      if (project !== undefined) goTo(projects.size === 1 ? projectPath(project) : "/projects");
    });

  return (
    <Page
      title="Import"
      description="A .env, JSON or CSV file, or the export of another vault or authenticator. The file is read in this browser. Importing it again changes nothing."
      width="narrow"
    >
      <div className="space-y-4">
        <Card>
          <CardHeader title="What to import" />
          <CardBody className="space-y-4">
            <ImportSource source={source} onChange={change} />
            {error !== undefined && <ErrorNote error={error} />}
            <Button
              variant={plan ? "secondary" : "primary"}
              pending={pending && !plan}
              disabled={source.text.trim() === ""}
              onClick={() => void look()}
            >
              Preview import
            </Button>
          </CardBody>
        </Card>
        {plan && <ImportPlan plan={plan} pending={pending} onStore={() => void store(plan.taken)} />}
        <DiscardDialog
          open={leaving !== undefined}
          saving={pending && plan !== undefined}
          onOpenChange={() => setLeaving(undefined)}
          onDiscard={() => {
            setSource(emptySource);
            leaving?.proceed();
          }}
        />
      </div>
    </Page>
  );
}
