"use client";

import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import { useQuery } from "@tanstack/react-query";
import { exportEntries, getAccount } from "@/lib/client/http/resources/account-api";
import { environmentLabels } from "@/lib/client/words/labels";
import { inNameOrder } from "@/lib/client/words/name-order";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { askToReauthenticate } from "@/lib/client/session/sign-in/reauthentication";
import type { Environment } from "@/lib/contracts/primitives";
import { EverythingForm } from "./everything-form";
import { repeatedVariables } from "./repeated-variables";

const placed = "sm:self-end sm:justify-self-start";

const formats = [
  ["dotenv", "Node’s dotenv"],
  ["compose", "Docker Compose"],
  ["shell", "Shell (source)"],
] as const;

/**
 * The browser downloads the file itself: no decrypted value passes through this page's script. A team's is fetched by
 * the page, since only a request can say which vault it means.
 */
export default function ExportForm({ everything }: { everything: boolean }) {
  const activeVault = useActiveVault();
  const [format, setFormat] = useState<(typeof formats)[number][0]>("dotenv");
  const [project, setProject] = useState("");
  const [environment, setEnvironment] = useState<Environment | "none" | "">("");
  const { data: entries } = useQuery(entriesQuery);
  const repeated = useMemo(
    () => repeatedVariables(entries ?? [], { project, environment }),
    [entries, project, environment],
  );
  const projects = useMemo(
    () => inNameOrder([...new Set(entries?.map(({ name }) => name))], (name) => name),
    [entries],
  );
  const [error, setError] = useState<unknown>();
  const asked = { format, ...(project && { project }), ...(environment && { environment }) };
  const href = `/api/export?${new URLSearchParams(asked)}`;

  async function download() {
    setError(undefined);
    try {
      if (activeVault !== null) {
        const [text, { downloadText }] = await Promise.all([
          exportEntries({ query: asked }),
          import("@/lib/client/browser/download-text"),
        ]);
        return downloadText("svc-export.env", text);
      }
      // A download can't show an error or ask for re-authentication, so check first.
      const { recentlyAuthenticated } = await getAccount({});
      if (!recentlyAuthenticated && !(await askToReauthenticate())) return;
      window.location.assign(new URL(href, window.location.origin));
    } catch (cause) {
      setError(cause);
    }
  }

  return (
    <div className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Project">
          {(control) => (
            <Select {...control} value={project} onChange={(event) => setProject(event.target.value)}>
              <option value="">All</option>
              <Options of={projects.map((name) => [name, name])} />
            </Select>
          )}
        </Field>
        <Field label="Environment">
          {(control) => (
            <Select
              {...control}
              value={environment}
              onChange={(event) => setEnvironment(event.target.value as typeof environment)}
            >
              <option value="">All</option>
              <Options of={Object.entries(environmentLabels)} />
              <option value="none">No environment</option>
            </Select>
          )}
        </Field>
        <Field label="Format">
          {(control) => (
            <Select {...control} value={format} onChange={(event) => setFormat(event.target.value as typeof format)}>
              <Options of={formats} />
            </Select>
          )}
        </Field>
        {activeVault === null ? (
          <a
            href={href}
            download="svc-export.env"
            onClick={(event) => {
              event.preventDefault();
              void download();
            }}
            className={buttonStyle({ variant: "primary", className: placed })}
          >
            <Download aria-hidden /> Download
          </a>
        ) : (
          // No link: "Save link as" would save one's own entries.
          <Button variant="primary" icon={<Download aria-hidden />} className={placed} onClick={() => void download()}>
            Download
          </Button>
        )}
      </div>
      {repeated.length > 0 && (
        <p className="text-sm">
          The file sets <span className="font-mono break-all">{repeated[0]}</span>
          {repeated.length > 1 &&
            ` and ${repeated.length === 2 ? "1 other variable" : `${repeated.length - 1} other variables`}`}{" "}
          more than once.{" "}
          {project === "" || environment === ""
            ? "Choose a project and an environment to set each variable once."
            : "Several entries have the same project and environment."}
        </p>
      )}
      <p className="text-sm text-muted">
        The file holds every value in plain text. Keep it off shared folders, and delete it once it is used.
      </p>
      {error !== undefined && <ErrorNote error={error} />}
      {everything && <EverythingForm />}
    </div>
  );
}
