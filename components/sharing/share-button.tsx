"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { onDemand } from "@/components/ui/states/on-demand";
import type { MadeLink } from "./make-link";

const ShareDialog = onDemand(() => import("./share-dialog"));
const SharedDialog = onDemand(() => import("./shared-dialog"));

/** Makes a link to a value that opens once. `text` fetches the value only when the link is made. */
export function ShareButton({ text, what }: { text: () => Promise<string>; what: string }) {
  const [opened, setOpened] = useState<"share" | MadeLink>();
  const close = () => setOpened(undefined);
  const share = () => {
    // Preloaded: the link can be shown only once, so the dialog must not fail to load.
    SharedDialog.preload();
    setOpened("share");
  };
  return (
    <>
      <Button icon={<Share2 />} onClick={share}>
        Share once…
      </Button>
      {opened === "share" && <ShareDialog text={text} what={what} onShared={setOpened} onClose={close} />}
      {typeof opened === "object" && <SharedDialog link={opened} onClose={close} />}
    </>
  );
}
