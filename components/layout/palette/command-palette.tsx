"use client";

import { Command } from "cmdk";
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from "react";
import { Kbd } from "@/components/ui/buttons/kbd";
import { toast } from "@/components/ui/toasts/toast";
import { cn } from "@/components/ui/class-names";
import { askFirst } from "@/lib/client/asking-first";
import { copyText } from "@/lib/client/browser/clipboard";
import { describeError } from "@/lib/client/http/describe-error";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { setPendingPrompt } from "@/lib/client/pending-prompt";
import { beforeLeaving } from "@/lib/client/vaults/active-vault";
import { modifierKey } from "../shortcuts/modifier-key";
import { PaletteBar, paletteField, paletteListHeight, type PaletteProps } from "./palette-bar";
import { newTeam, type PaletteItem } from "./palette-items";
import { usePaletteResults } from "./use-palette-results";

const groupStyle =
  "px-2 pt-2 [&_[cmdk-group-heading]]:legend [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pb-1";

const isEnter = (event: KeyboardEvent | undefined) => event?.key === "Enter" && !event.nativeEvent.isComposing;
const isModified = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey;

/** Finds pages, actions and whatever the vault holds, by name. */
export default function CommandPalette({ search, onSearch, lastKey, onKey, ...on }: PaletteProps) {
  const { onClose, onHelp, onNewTeam } = on;
  const goTo = useGoTo();
  const here = useActiveVault();
  const { groups, pending, failed } = usePaletteResults(search);
  const searching = search.trim() !== "";
  const [chosen, setChosen] = useState("");
  const offered = [
    ...groups.flatMap(({ heading, items }) => items.map(({ id }) => `${heading} ${id}`)),
    ...(searching ? [] : ["shortcuts"]),
  ];
  // Results change while typing: the highlighted one is always among them, the first unless the user chose another.
  const marked = offered.includes(chosen) ? chosen : (offered[0] ?? "");

  // The first that has a value, unless the user chose another: a category's name leads the results of its entries.
  const secrets = groups.flatMap(({ heading, items }) =>
    items.flatMap(({ secret, ...item }) => (secret ? [{ ...item, secret, value: `${heading} ${item.id}` }] : [])),
  );
  const copies = searching ? (secrets.find(({ value }) => value === marked) ?? secrets[0]) : undefined;
  const copiedName = [copies?.label, copies?.detail].filter(Boolean).join(" · ");

  async function copy() {
    if (!copies) return;
    onClose();
    try {
      if (await copyText(copies.secret)) toast.success(`${copiedName} was copied`);
    } catch (error) {
      const { kind, message } = describeError(error);
      toast.error(kind === "unknown" ? "The browser refused to copy" : message);
    }
  }

  const go = ({ href, activeVault = here, sentence }: PaletteItem) => {
    onClose();
    if (href === newTeam) return onNewTeam();
    // On this page too: what it leads to takes the place of a dialog that is open.
    beforeLeaving(() =>
      askFirst(() => {
        if (sentence !== undefined) setPendingPrompt(sentence);
        goTo(href, { activeVault });
      }),
    );
  };

  // Enter means what is found once all lists are there, and may come before them.
  const waits = searching && isEnter(lastKey);
  const act = useEffectEvent(() => {
    if (lastKey && isModified(lastKey)) return void copy();
    const item = groups.flatMap(({ heading, items }) => items.filter(({ id }) => `${heading} ${id}` === marked))[0];
    if (item) go(item);
  });
  useEffect(() => {
    if (waits && !pending) act();
  }, [waits, pending, lastKey]);

  return (
    <Command
      shouldFilter={false}
      loop
      label="Find"
      value={marked}
      // Nobody chose the first one: what arrives later may come before it.
      onValueChange={(value) => setChosen(value === offered[0] ? "" : value)}
      onKeyDown={(event) => {
        onKey(event);
        if (isEnter(event) && (searching || isModified(event))) event.preventDefault();
      }}
    >
      <PaletteBar>
        {/* Replaces the placeholder field and takes its focus. */}
        <Command.Input autoFocus value={search} onValueChange={onSearch} {...paletteField} />
      </PaletteBar>
      <Command.List label="Results" className={cn("overflow-y-auto overscroll-contain pb-2", paletteListHeight)}>
        {groups.map(({ heading, items }) => (
          <Command.Group key={heading} heading={heading} className={groupStyle}>
            {items.map(({ icon: Icon, ...item }) => (
              <Command.Item
                key={item.id}
                value={`${heading} ${item.id}`}
                onSelect={() => go({ icon: Icon, ...item })}
                className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm aria-selected:bg-accent-soft pointer-coarse:min-h-11"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 truncate">{item.label}</span>
                {item.detail && <span className="ml-auto min-w-0 truncate pl-4 text-xs text-muted">{item.detail}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {!searching && (
          <Command.Group className="px-2 pt-1">
            <Command.Item
              value="shortcuts"
              onSelect={() => {
                onClose();
                onHelp();
              }}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm aria-selected:bg-accent-soft pointer-coarse:min-h-11"
            >
              <span className="grid w-4 place-items-center text-muted">?</span> Keyboard shortcuts
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
      {copies && (
        <p className="flex items-center gap-1 border-t border-line px-4 py-2 text-xs text-muted pointer-coarse:hidden">
          <Kbd>{modifierKey()}</Kbd>
          <Kbd>Enter</Kbd>
          <span className="ml-1 min-w-0 truncate">copies {copiedName}</span>
        </p>
      )}
      {/* Outside the list: a listbox may contain only options. */}
      {(groups.length === 0 || (waits && pending)) && (
        <p role="status" className="px-4 pt-6 pb-8 text-center text-sm text-muted">
          {pending ? (
            "Searching…"
          ) : failed ? (
            "The vault could not be read. Pages and actions still work."
          ) : (
            <>Nothing found for “{search.trim()}”.</>
          )}
        </p>
      )}
    </Command>
  );
}
