"use client";

import { onDemand } from "@/components/ui/states/on-demand";
import { useStore } from "@/lib/client/hooks/use-store";
import { movingStore, stopMoving } from "@/lib/client/vaults/moving";

const MoveDialog = onDemand(() => import("./move-dialog"));

/** Shows the dialog that any feature asks for with `askToMove`. */
export default function MoveHost() {
  const wanted = useStore(movingStore);
  return wanted ? <MoveDialog {...wanted} onClose={stopMoving} /> : null;
}
