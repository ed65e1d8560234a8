import { CircleX, TriangleAlert } from "lucide-react";
import type { Problem } from "./problems";

const listedMax = 20;

/** The editor's marks in words, for people who can't see or hover over them. */
export function ProblemList({ problems, onGo }: { problems: readonly Problem[]; onGo: (line: number) => void }) {
  if (problems.length === 0) return null;
  return (
    <section
      aria-label="Problems"
      data-problems
      className="sticky bottom-(--bar) z-1 rounded-b-lg border-t border-line bg-surface px-2 py-1.5 lg:bottom-0"
    >
      <ul className="max-h-24 overflow-y-auto lg:max-h-36">
        {problems.slice(0, listedMax).map(({ line, message, severity }) => (
          <li key={`${line} ${message}`}>
            <button
              type="button"
              onClick={() => onGo(line)}
              className="flex min-h-control w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left text-xs hover:bg-sunken focus-visible:-outline-offset-2"
            >
              {severity === "error" ? (
                <CircleX aria-hidden className="size-4 shrink-0 text-danger-ink" />
              ) : (
                <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning-ink" />
              )}
              <span className="shrink-0 text-muted">Line {line}</span>
              <span className="min-w-0 break-words">{message}</span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length > listedMax && (
        <p className="px-2 pt-1 text-xs text-muted">And {problems.length - listedMax} more.</p>
      )}
    </section>
  );
}
