"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileCode2, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { isBounded } from "@/components/access-keys/key-words";
import { ReachLimits } from "@/components/access-keys/limits/reach-limits";
import { ScopeBadges } from "@/components/access-keys/limits/scope-badges";
import { useMakers } from "@/components/access-keys/use-makers";
import { Button } from "@/components/ui/buttons/button";
import { CardBody, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { ErrorState } from "@/components/ui/states/error-state";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";
import { Link } from "@/components/ui/buttons/link";
import { toast } from "@/components/ui/toasts/toast";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { orGone } from "@/lib/client/http/or-gone";
import { deleteTrustRule, trustRulesQuery } from "@/lib/client/http/resources/trust-rules-api";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { Member } from "@/lib/contracts/people/members";
import type { TrustRule } from "@/lib/contracts/access/trust-rules";
import { providerOf, providers } from "./providers";

const TrustRuleDialog = onDemand(() => import("./trust-rule-dialog"));
const SnippetDialog = onDemand(() => import("./snippet-dialog"));

type Opened = { dialog: "create" } | { dialog: "snippet" | "delete"; rule: TrustRule };

export default function TrustRuleList() {
  const { data, isError, error, refetch } = useQuery(trustRulesQuery);
  const queryClient = useQueryClient();
  const makerOf = useMakers();
  const [opened, setOpened] = useState<Opened | undefined>(() =>
    keptTypedOf("trust-rule") === undefined ? undefined : { dialog: "create" },
  );
  const close = () => {
    setOpened(undefined);
    document.querySelector<HTMLElement>("[data-trust-rules]")?.focus();
  };
  const remove = async ({ id, name }: TrustRule) => {
    await orGone(deleteTrustRule({ params: { id } }), "TRUST_RULE_NOT_FOUND");
    await queryClient.invalidateQueries({ queryKey: trustRulesQuery.queryKey });
    toast.success(`The trust rule ${name} was deleted`);
  };
  return (
    <>
      <CardHeader
        title={
          <span tabIndex={-1} data-trust-rules>
            Trust rules
          </span>
        }
        description="Build jobs exchange their own ID token for a key that works for a few minutes, so no key is stored there."
      />
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && data.length > 0 && (
        <ul aria-label="Trust rules" className="divide-y divide-line border-b border-line">
          {data.map((rule) => (
            <RuleRow key={rule.id} rule={rule} maker={makerOf(rule)} onOpen={(dialog) => setOpened({ dialog, rule })} />
          ))}
        </ul>
      )}
      {/* With the rules: it would move under the pointer when they arrive. */}
      {(data || isError) && (
        <CardBody>
          <Button icon={<Plus />} onClick={() => setOpened({ dialog: "create" })}>
            Add trust rule…
          </Button>
        </CardBody>
      )}
      {opened?.dialog === "create" && (
        <TrustRuleDialog onCreated={(rule) => setOpened({ dialog: "snippet", rule })} onClose={close} />
      )}
      {opened?.dialog === "snippet" && <SnippetDialog rule={opened.rule} onClose={close} />}
      {opened?.dialog === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete the trust rule ${opened.rule.name}?`}
          confirmLabel="Delete trust rule"
          onConfirm={() => remove(opened.rule)}
        >
          <p>
            Its jobs get no more keys.{" "}
            {opened.rule.liveKeys > 0 && "The keys that they have now stop working with their next request."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RuleRow({
  rule,
  maker,
  onOpen,
}: {
  rule: TrustRule;
  /** Who made it, in a team. */ maker: Member | undefined;
  onOpen: (dialog: "snippet" | "delete") => void;
}) {
  const { id, name, issuer, claims, minutes, liveKeys, scopes } = rule;
  const provider = providerOf(rule);
  const limits = { ...rule, addresses: null, revealsPerDay: null };
  const sees = useRights().may("activity:read");
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-xs break-words text-muted">
          {provider === "github" ? providers.github : <span className="font-mono break-all">{issuer}</span>}:{" "}
          <span className="font-mono break-all">
            {Object.entries(claims)
              .map(([claim, pattern]) => `${claim} ${pattern}`)
              .join(", ")}
          </span>
        </p>
        <p className="text-xs text-muted">
          Keys for {minutes === 1 ? "a minute" : `${minutes} minutes`}
          {liveKeys > 0 && `, ${liveKeys} of them working now`}
          {maker && `. Created by ${maker.name ?? maker.email}`}
        </p>
        {sees && (
          <p className="text-xs">
            <Link
              href={`/activity?objectId=${id}`}
              aria-label={`Activity of ${name}`}
              className="inline-flex min-h-6 items-center font-medium text-accent-ink underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              Activity
            </Link>
          </p>
        )}
        <div className="space-y-1 pb-1.5 text-xs text-muted">
          <ReachLimits limits={limits} maker={maker} />
        </div>
        <ScopeBadges
          name={name}
          scopes={scopes}
          bounded={isBounded(rule) || (maker !== undefined && isBounded(maker))}
        />
      </div>
      <IconButton label={`Show how a job uses ${name}`} icon={<FileCode2 />} onClick={() => onOpen("snippet")} />
      <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => onOpen("delete")} />
    </li>
  );
}
