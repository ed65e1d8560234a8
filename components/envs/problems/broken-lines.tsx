import type { Problem } from "./problems";

const listedMax = 3;

/** The problems of a text about to be saved, line by line, and that the previous text is replaced. */
export function BrokenLines({
  name,
  problems,
  replaces,
}: {
  name: string;
  problems: readonly Problem[];
  replaces: boolean;
}) {
  const more = problems.length - listedMax;
  return (
    <div className="space-y-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      <ul className="space-y-1">
        {problems.slice(0, listedMax).map(({ line, message }) => (
          <li key={`${line} ${message}`} className="break-words">
            <strong className="font-medium">Line {line}:</strong> {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more === 1 ? "1 more problem" : `${more} more problems`}.</p>}
      {replaces && <p>Saving replaces the {name} in the vault. You can restore the previous text from its history.</p>}
    </div>
  );
}
