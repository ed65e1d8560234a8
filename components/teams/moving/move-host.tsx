"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { movingStore, stopMoving } from "@/lib/client/moving";

const MoveDialog = onDemand(() => import("./move-dialog"));

/** Shows the dialog that any feature asks for with `askToMove`. */
export default function MoveHost() {
  const wanted = useSyncExternalStore(movingStore.subscribe, movingStore.current, movingStore.onServer);
  return wanted ? <MoveDialog {...wanted} onClose={stopMoving} /> : null;
}
