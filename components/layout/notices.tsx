"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const Toaster = dynamic(() => import("./notices-toaster"), { ssr: false });

/** Toasts and the clipboard notice: nobody needs them in the first second, so their script comes once the page is idle. */
export function Notices() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = window.setTimeout(() => setIdle(true), 1_000);
    return () => window.clearTimeout(timer);
  }, []);
  return idle ? <Toaster /> : null;
}
