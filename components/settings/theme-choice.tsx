"use client";

import { SegmentedFilter } from "@/components/ui/inputs/segmented-filter";
import { useTheme } from "@/lib/client/hooks/use-theme";
import type { Theme } from "@/lib/client/browser/theme";

const choices: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export default function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return <SegmentedFilter label="Theme" value={theme} onValueChange={setTheme} options={choices} />;
}
