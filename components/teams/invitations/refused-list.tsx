import type { Refused } from "./invite-addresses";

/** The addresses that got no invitation, each with the reason. */
export function RefusedList({ refused }: { refused: readonly Refused[] }) {
  return (
    <div role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      <p className="font-medium">Not invited:</p>
      <ul aria-label="Not invited" className="max-h-40 list-disc space-y-0.5 overflow-y-auto pl-5">
        {refused.map(({ address, why }) => (
          <li key={address}>
            <span className="break-all">{address}</span>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
