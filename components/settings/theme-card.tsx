"use client";

import { Card, CardHeader } from "@/components/ui/card";
import { SegmentedFilter } from "@/components/ui/segmented-filter";
import type { Theme } from "@/lib/client/theme";
import { useTheme } from "@/lib/client/hooks/use-theme";

const choices: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ThemeCard() {
  const [theme, setTheme] = useTheme();
  return (
    <Card>
      <CardHeader
        title="Theme"
        description="Kept in this browser."
        actions={<SegmentedFilter label="Theme" value={theme} onValueChange={setTheme} options={choices} />}
      />
    </Card>
  );
}
