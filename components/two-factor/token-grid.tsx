import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useListKeys } from "@/components/layout/shortcuts/list-keys";
import { Button } from "@/components/ui/buttons/button";
import { iconsQuery } from "@/lib/client/http/resources/icons";
import { iconFinder } from "@/lib/icon-name";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { codeButtonId, TokenCard, TokenMenu } from "./token-card";
import { grid } from "./token-grid-skeleton";
import type { LiveCodes } from "./codes/use-live-codes";

const drawnAtFirst = 60;

export type TokenGridProps = {
  tokens: readonly TwoFactorToken[];
  live: LiveCodes;
  /** The token the palette asked for. */
  wanted: string | undefined;
  /** Whether one may see codes here. */
  shows: boolean;
  /** For those who may change tokens. */
  onEdit: ((token: TwoFactorToken) => void) | undefined;
  onDelete: (token: TwoFactorToken) => void;
};

export default function TokenGrid({
  tokens,
  live: { codes, show, hide },
  wanted,
  shows,
  onEdit,
  onDelete,
}: TokenGridProps) {
  const [all, setAll] = useState(false);
  // The cards' menus open at once.
  useEffect(() => onceLoaded(TokenMenu.preload), []);
  useListKeys((id) => onEdit && tokens.filter((token) => token.id === id).forEach(onEdit));
  const icons = useQuery(iconsQuery);
  const iconOf = useMemo(() => icons.data && iconFinder(icons.data), [icons.data]);
  const drawn = all || wanted ? tokens : tokens.slice(0, drawnAtFirst);

  useEffect(() => {
    if (wanted) document.getElementById(codeButtonId(wanted))?.focus();
  }, [wanted]);

  return (
    <>
      <ul aria-label="Two-factor tokens" className={grid}>
        {drawn.map((token) => {
          const live = codes.get(token.id);
          return (
            <TokenCard
              key={token.id}
              token={token}
              live={live}
              icon={iconOf?.(token.service) ?? null}
              shows={shows}
              onShow={show}
              onHide={hide}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          );
        })}
      </ul>
      {drawn.length < tokens.length && (
        <p className="mt-4 text-center">
          <Button onClick={() => setAll(true)}>Show all {tokens.length} tokens</Button>
        </p>
      )}
    </>
  );
}
