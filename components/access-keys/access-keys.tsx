"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { onDemand } from "@/components/ui/states/on-demand";
import { accessKeysQuery } from "@/lib/client/http/queries/queries";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import { useMakers } from "./use-makers";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";
import type { AccessKey, CreatedAccessKey } from "@/lib/contracts/access/access-keys";
import { AccessKeysSkeleton } from "./access-keys-skeleton";
import type { CreateKeyFields } from "./create/create-key-form";
import { keepFocus } from "./focus-row";

// Fetched beside the keys themselves, so that neither waits for the other.
const AccessKeyList = onDemand(() => import("./access-key-list"), <AccessKeysSkeleton />);
const CreateKeyDialog = onDemand(() => import("./create/create-key-dialog"));
const CreatedKeyDialog = onDemand(() => import("./create/created-key-dialog"));
const RotateKeyDialog = onDemand(() => import("./rotate-key-dialog"));
const RevokeKeyDialog = onDemand(() => import("./revoke-key-dialog"));

type Opened =
  | { dialog: "create"; draft?: CreateKeyFields; project?: string }
  | { dialog: "created"; accessKey: CreatedAccessKey }
  | { dialog: "rotate" | "revoke"; accessKey: AccessKey };

/** `children`: what stands below the keys. */
export function AccessKeys({ children }: { children?: ReactNode }) {
  const accessKeys = useQuery(accessKeysQuery);
  const data = useDeferred(accessKeys.data);
  const makerOf = useMakers();
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    const draft = keptTypedOf<CreateKeyFields>("access-key");
    return draft && { dialog: "create", draft };
  });
  useEffect(() => onceLoaded(AccessKeyList.preload), []);
  const close = () => {
    setOpened(undefined);
    keepFocus();
  };
  const create = (project?: string) => {
    // Preloaded: the new key can be shown only once, so the dialog must not fail to load.
    CreatedKeyDialog.preload();
    setOpened({ dialog: "create", ...(project !== undefined && { project }) });
  };
  const rotate = (accessKey: AccessKey) => {
    CreatedKeyDialog.preload();
    setOpened({ dialog: "rotate", accessKey });
  };
  useAddressRequest((request) => request.get("new") === "key" && create(request.get("project") ?? undefined));

  const createButton = (
    <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={() => create()}>
      Create access key
    </Button>
  );
  const none = data?.length === 0;
  const [isListed, setListed] = useState(false);
  // A placeholder until the button's position is known: a button that moves under the pointer is missed.
  const headerAction =
    !data && !accessKeys.isError ? <span className="invisible">{createButton}</span> : !none && createButton;

  return (
    <Page
      title="Access keys"
      description={
        <>
          For scripts, builds and tools. A key can do what its scopes allow, and nothing else. What it can call is
          listed in the{" "}
          <Link href="/docs" className="font-medium text-accent-ink underline underline-offset-2">
            API reference
          </Link>
          .
        </>
      }
      actions={headerAction}
    >
      <Card>
        {!data ? (
          accessKeys.isError ? (
            <ErrorState error={accessKeys.error} onRetry={accessKeys.refetch} />
          ) : (
            <AccessKeysSkeleton />
          )
        ) : none ? (
          <EmptyState icon={<KeyRound />} title="No access keys yet" actions={createButton}>
            A key lets a program use this vault without your password. You choose what it may do and for how long.
          </EmptyState>
        ) : (
          <AccessKeyList
            accessKeys={data}
            makerOf={makerOf}
            onRotate={rotate}
            onRevoke={(accessKey) => setOpened({ dialog: "revoke", accessKey })}
            onListed={() => setListed(true)}
          />
        )}
      </Card>
      {/* With the list: it would move under the pointer when that arrives. */}
      {(none || accessKeys.isError || isListed) && children}
      {opened?.dialog === "create" && (
        <CreateKeyDialog
          draft={opened.draft}
          project={opened.project}
          onCreated={(accessKey) => setOpened({ dialog: "created", accessKey })}
          onClose={close}
        />
      )}
      {opened?.dialog === "created" && <CreatedKeyDialog accessKey={opened.accessKey} onClose={close} />}
      {opened?.dialog === "rotate" && (
        <RotateKeyDialog
          accessKey={opened.accessKey}
          onRotated={(accessKey) => setOpened({ dialog: "created", accessKey })}
          onClose={close}
        />
      )}
      {opened?.dialog === "revoke" && <RevokeKeyDialog accessKey={opened.accessKey} onClose={close} />}
    </Page>
  );
}
