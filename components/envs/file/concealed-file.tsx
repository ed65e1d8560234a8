import { Eye } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { RedactedLines } from "./sealed-file";

/** Unsaved text that was hidden: the tab was hidden, or the user was idle. */
export default function ConcealedFile({
  name,
  onShow,
  onDiscard,
}: {
  name: string;
  onShow: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className="relative overflow-hidden rounded-b-lg">
      <RedactedLines />
      <div className="relative mx-auto my-8 flex w-fit flex-col items-center bg-surface px-6 py-6 text-center sm:shadow-[0_0_2.5rem_2.5rem_var(--color-surface)]">
        <p className="text-base font-semibold">{name} has unsaved changes</p>
        <p className="mt-1 max-w-sm text-sm text-balance text-muted">
          The text was hidden while you were away. Nothing you typed is lost.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button variant="primary" icon={<Eye />} onClick={onShow}>
            Show and continue
          </Button>
          <Button variant="danger-quiet" onClick={onDiscard}>
            Discard changes
          </Button>
        </div>
      </div>
    </div>
  );
}
