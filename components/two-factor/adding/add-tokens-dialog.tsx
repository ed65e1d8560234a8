"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { SegmentedFilter } from "@/components/ui/inputs/segmented-filter";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { useFocusKept } from "@/lib/client/hooks/use-focus-after";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { CameraSource } from "./camera-source";
import { ImageSource } from "./image-source";
import { ImportList } from "./import-list";
import { LinkSource, type LinkText } from "./link-source";
import { SecretForm } from "../form/secret-form";
import { type GivenTokens, useGivenTokens } from "./use-given-tokens";
import { useImport } from "./use-import";

const nothing: GivenTokens = { files: [], text: "" };

const sources = [
  { value: "secret", label: "Secret" },
  { value: "links", label: "Links" },
  { value: "image", label: "Image" },
  { value: "camera", label: "Camera" },
] as const;

/**
 * Adds one token by its secret, or many from links and QR codes, which are listed and confirmed before anything is
 * stored.
 */
export default function AddTokensDialog({
  existing,
  given = nothing,
  onClose,
}: {
  existing: readonly TwoFactorToken[];
  /** What was pasted or dropped onto the page. */ given?: GivenTokens | undefined;
  onClose: () => void;
}) {
  const form = useId();
  const [source, setSource] = useState<(typeof sources)[number]["value"]>(
    given.files.length > 0 ? "image" : given.text === "" ? "secret" : "links",
  );
  const [links, setLinks] = useState<LinkText>({ text: given.text, unread: given.text !== "" });
  const [pasted, setPasted] = useState(given.files);
  const [submitting, setSubmitting] = useState(false);
  const [secretTyped, setSecretTyped] = useState(false);
  const linksTyped = links.text.trim() !== "";
  /** The field or button that had the focus goes. */
  const goToLinks = () => {
    setLinks((now) => ({ ...now, autoFocus: true }));
    setSource("links");
  };
  const isThere = useIsThere();
  const found = useImport(existing, () => {
    if (!isThere()) return;
    if (secretTyped) setSource("secret");
    // What could not be read was seen there when the others were added.
    else if (linksTyped && source !== "links") goToLinks();
    else onClose();
  });
  const count = found.candidates.filter(({ selected }) => selected).length;
  // A picture is read as an image, whichever tab is open.
  useGivenTokens(({ files }) => {
    if (files.length === 0) return false;
    setSource("image");
    setPasted(files);
    return true;
  });
  // The empty page's button goes with the first token.
  useFocusKept('main [data-shortcut="new"]');
  const busy = submitting || found.adding;
  const hasFound = found.candidates.length > 0;
  const { close, question } = useDiscard(secretTyped || linksTyped || hasFound, onClose, busy);
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Add tokens"
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          {source === "secret" ? (
            <Button type="submit" form={form} variant="primary" pending={submitting}>
              Add token
            </Button>
          ) : (
            <Button variant="primary" pending={found.adding} disabled={count === 0} onClick={() => void found.add()}>
              {count === 1 ? "Add 1 token" : count > 1 ? `Add ${count} tokens` : "Add tokens"}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <SegmentedFilter label="How to add the token" value={source} onValueChange={setSource} options={sources} />
        {/* What was typed waits while another tab is open. */}
        {(source === "secret" || secretTyped) && (
          <div hidden={source !== "secret"}>
            <SecretForm
              id={form}
              onPendingChange={setSubmitting}
              onTyped={setSecretTyped}
              onSeveral={(several) => {
                setLinks({ text: linksTyped ? `${links.text}\n${several}` : several, unread: true });
                setSource("links");
              }}
              onAdded={() => {
                if (!isThere()) return;
                if (!hasFound && !linksTyped) return onClose();
                setSecretTyped(false);
                goToLinks();
              }}
            />
          </div>
        )}
        {source === "links" && (
          <LinkSource {...links} onTextChange={(text) => setLinks({ text, unread: false })} onFound={found.take} />
        )}
        {source === "image" && <ImageSource pasted={pasted} onFound={found.take} />}
        {source === "camera" && <CameraSource onFound={found.take} />}
        {source !== "secret" && hasFound && <ImportList {...found} />}
      </div>
      {question}
    </Dialog>
  );
}
