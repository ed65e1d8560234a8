import { useEffect } from "react";
import { Toaster } from "@/components/ui/toasts/toaster";
import { guardLeaving } from "@/lib/client/vaults/active-vault";
import { ClipboardNotice } from "./clipboard-notice";
import { unlessOffline } from "./unless-offline";

export default function NoticesToaster() {
  useEffect(() => guardLeaving(unlessOffline), []);
  return (
    <Toaster>
      <ClipboardNotice />
    </Toaster>
  );
}
