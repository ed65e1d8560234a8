"use client";

import { useSyncExternalStore, type ReactNode } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { triedOperation } from "./try-hash";

const SwaggerUi = onDemand(
  () => import("./swagger-ui"),
  <SkeletonRows rows={8} label="Loading the interactive reference" />,
);

/** The static list; on request it is replaced by the interactive reference with its 1.7 MB of script. */
export function ApiReference({ children }: { children: ReactNode }) {
  const operation = useSyncExternalStore(
    onHashChange,
    () => triedOperation(window.location.hash),
    () => null,
  );
  return operation === null ? children : <SwaggerUi operation={operation} />;
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
