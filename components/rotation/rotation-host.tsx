"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { toast } from "@/components/ui/toasts/toast";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { whyMissing } from "@/lib/client/http/queries/fresh-entries";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { closeRotation, rotationIn } from "@/lib/client/entries/rotation";

const RotationCard = onDemand(() => import("./rotation-card"));

/** Shows the card of the entry that the address asks to rotate, over any page. */
export default function RotationHost() {
  const id = rotationIn(useSearchParams());
  const writes = useRights().may("entries:write");
  return id !== null && writes ? <OpenCard key={id} id={id} /> : null;
}

function OpenCard({ id }: { id: string }) {
  const { data: entries } = useQuery(entriesQuery);
  const [dirty, setDirty] = useState(false);
  const listed = entries?.find((one) => one.id === id);
  const [known, setKnown] = useState(listed);
  if (listed && listed !== known) setKnown(listed);
  // A value that was typed may be stored nowhere else yet: it outlasts the entry, which may be restored.
  const entry = listed ?? (dirty ? known : undefined);
  const queryClient = useQueryClient();
  const missing = entries !== undefined && entry === undefined;
  // The cached list may be older than the entry.
  useEffect(() => {
    if (!missing) return;
    let isWaited = true;
    void whyMissing(queryClient, id).then((why) => {
      if (!isWaited || why === undefined) return;
      toast.error(why);
      closeRotation();
    });
    return () => {
      isWaited = false;
    };
  }, [missing, id, queryClient]);
  return entry ? <RotationCard entry={entry} onDirty={setDirty} onClose={closeRotation} /> : null;
}
