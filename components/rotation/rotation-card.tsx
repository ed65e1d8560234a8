"use client";

import { useState } from "react";
import type { KeyEntry, ListedEntry } from "@/lib/contracts/vault/entries";
import { AfterRotation } from "./after-rotation";
import { NewValue } from "./new-value";

type RotationCardProps = {
  entry: ListedEntry;
  /** Whether closing it would lose something. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
};

/**
 * Walks through the rotation of a value: make it where it comes from, enter it, see what uses it; then update the files
 * that hold the former one.
 */
export default function RotationCard({ entry: given, onDirty, onClose }: RotationCardProps) {
  // As it was when the card opened: saving changes its dates.
  const [entry] = useState(given);
  const [saved, setSaved] = useState<KeyEntry>();
  return saved ? (
    <AfterRotation entry={entry} saved={saved} onClose={onClose} />
  ) : (
    <NewValue entry={entry} onDirty={onDirty} onSaved={setSaved} onClose={onClose} />
  );
}
