import { ClockAlert } from "lucide-react";

/** `offset`: the server's clock minus this device's, in ms. */
export default function DriftMessage({ offset }: { offset: number }) {
  const seconds = Math.round(Math.abs(offset) / 1000);
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink"
    >
      <ClockAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        This device’s clock is {describe(seconds)} {offset > 0 ? "behind" : "ahead of"} the server’s. Codes follow the
        server: if a service refuses them, check the server’s time.
      </span>
    </p>
  );
}

const describe = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);
