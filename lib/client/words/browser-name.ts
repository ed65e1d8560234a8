// The first that fits counts: most browsers also name those that they come from.
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["Chrome", "Chrome"],
  ["CriOS", "Chrome"],
  ["Safari", "Safari"],
] as const;
const systems = [
  ["Android", "Android"],
  ["iPhone", "iOS"],
  ["iPad", "iPadOS"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

const lengthMax = 40;

/** "Firefox on Linux", or the first word of what a program calls itself. It may claim anything: this is only a hint. */
export function browserName(userAgent: string): string {
  const named = (names: readonly (readonly [mark: string, name: string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = userAgent.startsWith("Mozilla/") ? named(browsers) : undefined;
  const system = named(systems);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return (userAgent.split(" ", 1)[0] ?? "").slice(0, lengthMax);
}
