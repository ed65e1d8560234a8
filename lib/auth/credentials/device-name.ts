import Bowser from "bowser";

/** A name such as "Firefox on Linux". Browsers may claim anything, so this is only a hint. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.split(/[/\s]/, 1)[0]?.slice(0, 40) || "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
