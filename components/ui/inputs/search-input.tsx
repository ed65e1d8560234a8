import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../class-names";
import { Input, InputGroup } from "./input";

/** The page's own search; `/` puts the cursor here. */
export function SearchInput({
  label,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "aria-label"> & { label: string }) {
  return (
    <div className={cn("min-w-0", className)}>
      <InputGroup start={<Search aria-hidden />}>
        <Input
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          data-shortcut="search"
          {...rest}
        />
      </InputGroup>
    </div>
  );
}
