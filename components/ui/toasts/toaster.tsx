"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useStore } from "@/lib/client/hooks/use-store";
import { useWide } from "@/lib/client/hooks/use-wide";
import { Button } from "../buttons/button";
import { IconButton } from "../buttons/icon-button";
import { dismissToast, toastStore, type Toast } from "./toast";
import { ToastAnnouncer } from "./toast-announcer";
import { useUndoKey } from "./use-undo-key";

const icons = {
  success: <CircleCheck className="text-success-ink" />,
  danger: <CircleAlert className="text-danger-ink" />,
  neutral: <Info className="text-muted" />,
};

const shownMilliseconds = 5_000;
/** With something to press: long enough to read it, decide, and get there by keyboard. */
const actionMilliseconds = 15_000;

/** Once per page. A popover, so that it is above dialogs; `children` are persistent notices in the same area. */
export function Toaster({ children }: { children?: ReactNode }) {
  const toasts = useStore(toastStore);
  const stack = useRef<HTMLDivElement>(null);
  const returnTo = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  // More would cover what a phone shows. The others appear as these go.
  const shown = toasts.slice(useWide() ? -3 : -1);

  useLayoutEffect(() => {
    const element = stack.current;
    if (!element || !("showPopover" in element)) return;
    // Reopened, to be above a dialog that opened in the meantime.
    if (element.matches(":popover-open")) element.hidePopover();
    element.showPopover();
  }, [newest]);

  useUndoKey(shown);

  return (
    <>
      <div
        ref={stack}
        popover="manual"
        role="region"
        aria-label="Notifications"
        onFocus={({ currentTarget, relatedTarget: from }) => {
          if (!currentTarget.contains(from)) returnTo.current = from instanceof HTMLElement ? from : null;
        }}
        className="floating pointer-events-none inset-x-3 bottom-[calc(var(--bar)+env(safe-area-inset-bottom)+1rem)] flex w-auto flex-col items-end gap-2 border-0 bg-transparent sm:left-auto sm:w-88 lg:bottom-4"
      >
        {shown.map((toast) => (
          <ToastCard key={toast.id} {...toast} onPress={() => returnTo.current?.focus({ preventScroll: true })} />
        ))}
        {children}
      </div>
      <ToastAnnouncer />
    </>
  );
}

function ToastCard({ id, tone, message, action, onPress }: Toast & { onPress: () => void }) {
  const milliseconds = action ? actionMilliseconds : shownMilliseconds;
  const card = useRef<HTMLDivElement>(null);
  // Its time is that in which it can be seen. Errors stay until dismissed: nothing else may report them.
  useEffect(() => {
    if (tone === "danger") return;
    // While it has the focus it stays: that would be lost.
    const end = () => !card.current?.contains(document.activeElement) && dismissToast(id);
    const timer = setInterval(end, milliseconds);
    return () => clearInterval(timer);
  }, [id, tone, milliseconds]);
  const press = () => {
    onPress();
    dismissToast(id);
  };
  return (
    <div
      ref={card}
      className="pointer-events-auto flex w-full animate-rise items-center gap-2.5 rounded-lg border border-line bg-surface py-1.5 pr-1.5 pl-3 text-sm text-ink shadow-float [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {icons[tone]}
      <p className="min-w-0 flex-1 py-1 break-words">{message}</p>
      {action && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            press();
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" label="Dismiss" icon={<X />} tooltip={false} onClick={press} />
    </div>
  );
}
