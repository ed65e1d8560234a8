"use client";

import { Download } from "lucide-react";
import { useState, type MouseEvent } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { FailureNote } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { getAccount } from "@/lib/client/account-api";
import { environmentLabels, environments } from "@/lib/client/labels";
import { askForProof } from "@/lib/client/step-up";

const formats = [
  ["dotenv", "Node’s dotenv"],
  ["compose", "Docker Compose"],
  ["shell", "Shell (source)"],
] as const;

/** The browser downloads the file itself: no plain text passes through this page's script. */
export function ExportCard() {
  const [format, setFormat] = useState("dotenv");
  const [environment, setEnvironment] = useState("");
  const [error, setError] = useState<unknown>();
  const href = `/api/export?${new URLSearchParams({ format, ...(environment && { environment }) })}`;

  async function download(event: MouseEvent) {
    event.preventDefault();
    setError(undefined);
    try {
      // A download can't show a refusal: one that has to come is found out here.
      const { recentlyProven } = await getAccount({});
      if (!recentlyProven && !(await askForProof())) return;
      window.location.assign(new URL(href, window.location.origin));
    } catch (cause) {
      setError(cause);
    }
  }

  return (
    <Card>
      <CardHeader title="Export" description="All simple and group entries as .env text." />
      <CardBody className="space-y-4">
        <div className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
          <Field label="Written for">
            {(control) => (
              <Select {...control} value={format} onChange={(event) => setFormat(event.target.value)}>
                {formats.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
              </Select>
            )}
          </Field>
          <Field label="Environment">
            {(control) => (
              <Select {...control} value={environment} onChange={(event) => setEnvironment(event.target.value)}>
                <option value="">All</option>
                {environments.map((value) => <option key={value} value={value}>{environmentLabels[value]}</option>)}
              </Select>
            )}
          </Field>
          <a href={href} download="svc-export.env" onClick={(event) => void download(event)} className={buttonStyle({ variant: "primary" })}>
            <Download aria-hidden /> Download
          </a>
        </div>
        <p className="text-sm text-muted">The file holds every value in plain text. Keep it off shared folders, and delete it once it is used.</p>
        {error !== undefined && <FailureNote error={error} />}
      </CardBody>
    </Card>
  );
}
