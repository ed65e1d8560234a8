import { RotateCw } from "lucide-react";
import { Button } from "./button";
import { Dialog } from "./dialog";

type LoadFailureProps = { inDialog: boolean; onRetry: () => void; onClose: (() => void) | undefined };

const title = "This part of the page could not be loaded";
const message = "Check your connection and try again. If the vault was upgraded since you opened this page, reload it: what you typed here and did not save is lost then.";

/** In the place of a part whose script did not come. In the first load: what is missing can't bring it. */
export function LoadFailure({ inDialog, onRetry, onClose }: LoadFailureProps) {
  const buttons = (
    <>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      <Button variant="primary" icon={<RotateCw />} onClick={onRetry}>Try again</Button>
    </>
  );
  if (inDialog) return <Dialog open onOpenChange={() => onClose?.()} title={title} size="small" footer={buttons}><p role="alert" className="text-sm text-muted">{message}</p></Dialog>;
  return (
    <div role="alert" className="px-6 py-8 text-center">
      <p className="text-base font-semibold">{title}</p>
      <p className="mx-auto mt-1 max-w-sm text-sm text-balance text-muted">{message}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{buttons}</div>
    </div>
  );
}
