import { Toaster } from "@/components/ui/toasts/toaster";
import { ClipboardNotice } from "./clipboard-notice";

export default function NoticesToaster() {
  return (
    <Toaster>
      <ClipboardNotice />
    </Toaster>
  );
}
