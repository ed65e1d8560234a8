"use client";

import { useEffect, useState } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { whenIdle } from "@/lib/client/browser/when-idle";

const Toaster = onDemand(() => import("./notices-toaster"), undefined, { quiet: true });

/** Toasts and the clipboard notice. Not needed in the first second, so they load once the page is idle. */
export function Notices() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle ? <Toaster /> : null;
}
