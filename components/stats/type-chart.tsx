import { countText } from "@/lib/client/words/count-text";
import type { Share } from "./shares";

/** One bar per type, relative to the largest. The names and numbers beside the bars are the chart's text. */
export default function TypeChart({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <dl className="flex h-full flex-col justify-between gap-3">
      {shares.map(({ name, label, count }) => (
        <div key={name} className="grid grid-cols-[5rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm">
          <dt className="truncate">{label}</dt>
          <dd className="contents">
            <svg aria-hidden width="100%" height="10" className="block">
              <rect width="100%" height="10" rx="2" className="fill-sunken" />
              {count > 0 && (
                <rect width={`${Math.max(1.5, (count / most) * 100)}%`} height="10" rx="2" className="fill-accent" />
              )}
            </svg>
            <span className={count === 0 ? "text-right text-muted" : "text-right font-medium"}>{countText(count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
