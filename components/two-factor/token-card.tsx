import { Check, Copy, EllipsisVertical, Eye, EyeOff, RotateCw, SkipForward } from "lucide-react";
import { memo } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuWaiting } from "@/components/ui/buttons/menu";
import { onDemand } from "@/components/ui/states/on-demand";
import { Spinner } from "@/components/ui/states/spinner";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { CodeText, NextButtonText, NextCode } from "./codes/code-text";
import { useCopyCode } from "./codes/use-copy-code";
import { kindText } from "./kind-text";
import { PeriodRing } from "./codes/period-ring";
import { usualPeriod } from "./codes/server-clock";
import type { LiveCode } from "./codes/use-live-codes";

export const TokenMenu = onDemand(() => import("./token-menu"), <MenuWaiting />);

export type TokenCardProps = {
  token: TwoFactorToken;
  live: LiveCode | undefined;
  /** The slug of the service's icon. */
  icon: string | null;
  onShow: (tokens: readonly TwoFactorToken[]) => void;
  onHide: (id: string) => void;
  /** Whether one may see codes here. */
  shows: boolean;
  /** For those who may change tokens. */
  onEdit: ((token: TwoFactorToken) => void) | undefined;
  onDelete: (token: TwoFactorToken) => void;
};

export const codeButtonId = (id: string) => `code-${id}`;

export const TokenCard = memo(function TokenCard({
  token,
  live,
  icon,
  onShow,
  onHide,
  shows,
  onEdit,
  onDelete,
}: TokenCardProps) {
  const name = `${token.service}, ${token.accountName}`;
  const { period } = token;
  const kind = kindText(token);
  const { copied, copying, copy } = useCopyCode(token, live);
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto]">
      <div className={cn("flex items-center gap-3 pt-2.5 pr-1.5 pl-3", !shows && "pb-2.5")}>
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-sm font-semibold text-accent-ink uppercase"
        >
          {icon ? <BrandIcon slug={icon} name={token.service} /> : [...token.service][0]}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm" title={token.service}>
            {token.service}
          </h2>
          <p className="flex gap-1 text-xs text-muted">
            <span className="truncate" title={token.accountName}>
              {token.accountName}
            </span>
            {kind && <span className="shrink-0">· {kind}</span>}
          </p>
        </div>
        {(shows || onEdit) && (
          <Menu
            label={`Actions for ${name}`}
            trigger={(props) => (
              <IconButton {...props} label={`Actions for ${name}`} icon={<EllipsisVertical />} tooltip={false} />
            )}
          >
            <TokenMenu
              token={token}
              name={name}
              onCopy={shows ? () => void copy() : undefined}
              copyLabel={period === null ? "Copy next code" : "Copy code"}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </Menu>
        )}
      </div>
      {token.notes && (
        <p title={token.notes} className={cn("line-clamp-2 px-3 text-xs break-words", shows ? "pt-1.5" : "pb-2.5")}>
          {token.notes}
        </p>
      )}
      {shows && (
        <div className="flex items-center gap-1 p-1.5">
          <button
            id={codeButtonId(token.id)}
            data-list-item={token.id}
            data-key="c"
            type="button"
            onClick={() => (period === null && live?.status !== "shown" ? onShow([token]) : void copy())}
            aria-busy={copying || undefined}
            className="group flex h-11 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-sunken"
          >
            <CodeText token={token} live={live} />
            {period === null && live?.status !== "shown" ? (
              <NextButtonText name={name} />
            ) : (
              <>
                <span className="sr-only">, copy the code of {name}</span>
                <span
                  aria-hidden
                  className={cn(
                    "ml-auto flex items-center gap-1.5 text-xs [&_svg]:size-4",
                    copied ? "text-success-ink" : "text-muted",
                  )}
                >
                  {period !== null && live?.status === "shown" && !copied && (
                    <NextCode next={live.next} period={period} />
                  )}
                  {copied && "Copied"}
                  {copying ? <Spinner /> : copied ? <Check /> : <Copy className="opacity-60 group-hover:opacity-100" />}
                </span>
              </>
            )}
          </button>
          {period !== null && period !== usualPeriod && live?.status === "shown" && (
            <PeriodRing period={period} what={`The code of ${name} changes`} />
          )}
          {period === null && live?.status === "shown" && (
            <IconButton
              label={`Next code of ${name}`}
              icon={<SkipForward />}
              className="min-h-11"
              onClick={() => onShow([token])}
            />
          )}
          {live?.status === "failed" && (
            <IconButton label={`Try again: ${name}`} icon={<RotateCw />} onClick={() => onShow([token])} />
          )}
          {(period !== null || live) && (
            <IconButton
              label={live ? `Hide the code of ${name}` : `Show the code of ${name}`}
              icon={live ? <EyeOff /> : <Eye />}
              className="min-h-11"
              data-key="r"
              onClick={() => (live ? onHide(token.id) : onShow([token]))}
            />
          )}
        </div>
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </li>
  );
});
