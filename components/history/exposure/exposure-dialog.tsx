import type { UseQueryOptions } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Exposure } from "@/lib/contracts/access/activity";
import { ExposureList } from "./exposure-list";

/** Once a key was revoked or a member removed: what they know, to change one by one. */
export function ExposureDialog({
  title,
  query,
  who,
  onClose,
}: {
  title: string;
  query: UseQueryOptions<Exposure[]>;
  who: "It" | "They";
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="space-y-3">
        <p className="text-sm">
          Now change the values that {who === "It" ? "it has" : "they have"} seen. Each opens in a new tab, and this
          list shows what you have changed. You can come back to it from the activity: open the record of the{" "}
          {who === "It" ? "revoked key" : "removed member"}.
        </p>
        <ExposureList query={query} who={who} links />
      </div>
    </Dialog>
  );
}
