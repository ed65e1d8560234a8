import { cn } from "@/components/ui/class-names";
import { countText } from "@/lib/client/words/count-text";
import { marksOf, type Share } from "./shares";

const marks = 60;

/** What distinguishes them besides colour: the length and width of their marks. */
const looks: Record<string, { className: string; inner: number; width: number }> = {
  development: { className: "text-edge", inner: 33, width: 2 },
  staging: { className: "text-accent", inner: 28, width: 2.6 },
  production: { className: "text-warning-ink", inner: 24, width: 3.2 },
  none: { className: "text-edge", inner: 40, width: 1.2 },
};

function tick(mark: number, inner: number): string {
  const angle = (mark / marks) * 2 * Math.PI;
  const at = (radius: number) =>
    `${(50 + radius * Math.sin(angle)).toFixed(2)} ${(50 - radius * Math.cos(angle)).toFixed(2)}`;
  return `M${at(46)}L${at(inner)}`;
}

/** A lock's dial with sixty marks shared out by environment. The list beside it is the chart's text. */
export default function EnvironmentChart({ shares }: { shares: readonly Share[] }) {
  const counts = marksOf(shares, marks);
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex h-full items-center gap-4 sm:gap-6">
      <svg viewBox="0 0 100 100" aria-hidden className="size-32 shrink-0 sm:size-36">
        {shares.map(({ name }, index) => {
          const first = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
          const { className, inner, width } = looks[name] ?? { className: "text-edge", inner: 40, width: 1.2 };
          const path = Array.from({ length: counts[index] ?? 0 }, (_, mark) => tick(first + mark, inner)).join("");
          return <path key={name} d={path} stroke="currentColor" strokeWidth={width} className={className} />;
        })}
        <circle cx="50" cy="50" r="48.5" fill="none" stroke="currentColor" strokeWidth="0.6" className="text-line" />
        <text
          x="50"
          y="50"
          textAnchor="middle"
          dominantBaseline="central"
          fill="currentColor"
          fontSize={total > 999 ? 12 : 15}
          fontWeight="600"
        >
          {countText(total)}
        </text>
      </svg>
      <dl className="grid min-w-0 flex-1 gap-2 text-sm">
        {shares.map(({ name, label, count }) => (
          <div key={name} className="flex min-w-0 items-center gap-2">
            <svg viewBox="0 0 14 12" aria-hidden className={cn("h-3 w-3.5 shrink-0", looks[name]?.className)}>
              <path
                d={`M0 6H${14 - ((looks[name]?.inner ?? 40) - 24) * 0.5}`}
                stroke="currentColor"
                strokeWidth={(looks[name]?.width ?? 1) * 1.6}
              />
            </svg>
            <dt className="min-w-0 truncate">{label}</dt>
            <dd className={cn("ml-auto", count === 0 ? "text-muted" : "font-medium")}>{countText(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
