"use client";

import { Button } from "../buttons/button";
import { CopyButton } from "../buttons/copy-button";
import type { OnceShown } from "./once-shown-dialog";
import { QrCode } from "../qr-code";

/** A link in a `OnceShownDialog`: to scan, to select, to copy. */
export function OnceShownLink({ secret, url, qrLabel }: { secret: OnceShown; url: string; qrLabel: string }) {
  const { shown, toggle, markKept } = secret;
  return (
    <>
      {shown ? (
        <>
          <QrCode text={url} label={qrLabel} className="mx-auto size-48 rounded-md" />
          <code
            tabIndex={0}
            data-autofocus
            aria-label="The link"
            onCopy={markKept}
            className="block rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-all"
          >
            {url}
          </code>
        </>
      ) : (
        <Button onClick={toggle}>Show the link</Button>
      )}
      <CopyButton labelled variant="primary" text={url} label="Copy link" />
    </>
  );
}
