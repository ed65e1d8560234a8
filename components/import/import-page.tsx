"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { FailureNote } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { importItems } from "@/lib/client/api";
import { queryKeys } from "@/lib/client/query-keys";
import { ImportPlan } from "./import-plan";
import { ImportSource, type Source } from "./import-source";
import type { Plan } from "./plan";

const emptySource: Source = { text: "", fileName: null, format: "auto", project: "", environment: "", columns: {} };

/** From another tool's export to the vault: read here in the browser, looked at, then stored at once. */
export function ImportPage() {
  const queryClient = useQueryClient();
  const [source, setSource] = useState(emptySource);
  const [plan, setPlan] = useState<Plan>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  /** What was looked at belongs to the source as it was: any change to it takes the plan away. */
  const change = (part: Partial<Source>) => {
    setSource((last) => ({ ...last, ...part }));
    setPlan(undefined);
    setError(undefined);
  };

  async function attempt(work: () => Promise<void>) {
    setPending(true);
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      setError(cause);
    } finally {
      setPending(false);
    }
  }

  const look = () =>
    attempt(async () => {
      const { readSource, planOf } = await import("./plan");
      const read = readSource(source);
      if (!read) return setError("Name the project that these entries are for: the file doesn't say it.");
      setPlan(planOf(read, await importItems({ body: { preview: true, entries: read.entries, twoFactor: read.twoFactor } })));
    });

  const store = ({ entries, twoFactor }: Plan["taken"]) =>
    attempt(async () => {
      const { counts } = await importItems({ body: { entries, twoFactor } });
      for (const queryKey of [queryKeys.categories, queryKeys.entries, queryKeys.twoFactor, queryKeys.stats]) void queryClient.invalidateQueries({ queryKey });
      toast.success(`Imported: ${counts.make} made, ${counts.change} changed`);
      setSource(emptySource);
      setPlan(undefined);
    });

  return (
    <Page title="Import" description="An .env, JSON or CSV file, or the export of another vault or authenticator. It is read in this browser; a second import of the same file changes nothing." width="narrow">
      <div className="space-y-4">
        <Card>
          <CardHeader title="What to import" />
          <CardBody className="space-y-4">
            <ImportSource source={source} onChange={change} />
            {error !== undefined && <FailureNote error={error} />}
            <Button variant={plan ? "secondary" : "primary"} pending={pending && !plan} disabled={source.text.trim() === ""} onClick={() => void look()}>Look at what would change</Button>
          </CardBody>
        </Card>
        {plan && <ImportPlan plan={plan} pending={pending} onStore={() => void store(plan.taken)} />}
      </div>
    </Page>
  );
}
