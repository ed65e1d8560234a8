import { cn } from "@/components/ui/class-names";

export const productName = "Secrets Vault";

const marks = Array.from({ length: 12 }, (_, mark) => {
  const angle = (mark / 12) * 2 * Math.PI;
  const point = (radius: number) =>
    `${(16 + radius * Math.sin(angle)).toFixed(1)} ${(16 - radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(12.4)}L${point(mark % 3 === 0 ? 8.8 : 10.2)}`;
}).join("");

/** The dial of a combination lock, its pointer at one o'clock. */
export function BrandMark({ large = false, className }: { large?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      className={cn("shrink-0 text-accent", large ? "size-14" : "size-6", className)}
    >
      <circle cx="16" cy="16" r="14.5" fill="currentColor" fillOpacity="0.14" stroke="currentColor" strokeWidth="1.5" />
      <path d={marks} stroke="currentColor" strokeWidth="1.2" />
      <circle cx="16" cy="16" r="6" fill="currentColor" />
      <path d="M16 16L20.2 8.7" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="text-base font-semibold tracking-tight">{productName}</span>
    </span>
  );
}
