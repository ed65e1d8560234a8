import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Badge, type Tone } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/buttons/link";
import type { ReferenceOperation, ReferenceSection } from "@/lib/contracts/reference";
import { tryHash } from "./try-hash";

type OperationListProps = {
  sections: readonly ReferenceSection[];
  refusals: readonly { code: string; status: number; message: string }[];
};

/** Every operation, from the contracts: plain markup that can be read, searched and printed without scripts. */
export function OperationList({ sections, refusals }: OperationListProps) {
  const actions = (
    <>
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- the API's, no page of the router */}
      <a href="/api/openapi" className={buttonStyle()}>
        OpenAPI document
      </a>
      <a href={tryHash()} className={buttonStyle({ variant: "primary" })}>
        Try requests
      </a>
    </>
  );
  return (
    <main>
      <Page
        before={
          <Link
            href="/"
            className="-ml-1 inline-flex min-h-control items-center gap-1.5 rounded-sm px-1 text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" /> Back to the vault
          </Link>
        }
        title="API reference"
        description="Send an access key as Authorization: Bearer svc_…, or use a signed-in browser session."
        actions={actions}
        actionsLast
        width="narrow"
      >
        {sections.map(({ tag, operations }) => (
          <section key={tag} aria-label={tag} className="mb-6">
            <h2 className="mb-2 text-base">{tag}</h2>
            <Card className="divide-y divide-line overflow-clip">
              {operations.map((operation) => (
                <Operation key={operation.id} operation={operation} />
              ))}
            </Card>
          </section>
        ))}
        <section aria-label="Errors" className="mb-6">
          <h2 className="mb-2 text-base">Errors</h2>
          <p className="mb-2 text-sm text-muted">
            Every refusal is JSON with a sentence as <code className="font-mono text-xs">error</code> and a{" "}
            <code className="font-mono text-xs">code</code> that stays the same.
          </p>
          <Card>
            <dl className="divide-y divide-line text-sm">
              {refusals.map(({ code, status, message }) => (
                <div key={code} className="px-4 py-2.5">
                  <dt>
                    <code className="font-mono text-xs break-all">{code}</code>{" "}
                    <span className="text-muted">{status}</span>
                  </dt>
                  <dd className="text-muted">{message}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </section>
      </Page>
    </main>
  );
}

const tones: Record<string, Tone> = { GET: "accent", POST: "success", PUT: "warning", DELETE: "danger" };

function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, access, fields, success, refusals } = operation;
  return (
    <details>
      <summary className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-sunken/60">
        <Badge tone={tones[method]} mono className="w-16 justify-center">
          {method}
        </Badge>
        <code className="min-w-0 font-mono text-xs break-all">{path}</code>
        <span className="text-sm text-muted">{summary}</span>
      </summary>
      <div className="space-y-3 border-t border-line bg-sunken/40 px-4 py-3 text-sm">
        {description && <p>{description}</p>}
        {fields.length > 0 && (
          <ul className="space-y-1.5">
            {fields.map(({ in: location, name, type, required, description: meaning }) => (
              <li key={`${location} ${name}`}>
                <code className="font-mono text-xs">{name}</code>{" "}
                <span className="text-muted">
                  {location}
                  {required ? "" : ", optional"}:
                </span>{" "}
                <code className="font-mono text-xs break-words text-muted">{type}</code>
                {meaning && <p className="text-xs text-muted">{meaning}</p>}
              </li>
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          <Fact name="Needs">{access}</Fact>
          <Fact name="Answers">{success}</Fact>
          {refusals.map(({ status, codes }) => (
            <Fact key={status} name={String(status)}>
              <code className="font-mono text-xs break-words">{codes.join(", ")}</code>
            </Fact>
          ))}
        </dl>
        <a href={tryHash(id)} aria-label={`Try ${summary}`} className={buttonStyle({ size: "small" })}>
          Try it
        </a>
      </div>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
