"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Input, InputGroup } from "@/components/ui/inputs/input";

/** A password field with a button to show it. `what` it holds: a passphrase is none for signing in. */
export function PasswordInput({
  what = "password",
  ...props
}: Omit<ComponentProps<"input">, "type"> & { what?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      end={
        <IconButton
          label={`${shown ? "Hide" : "Show"} ${what}`}
          icon={shown ? <EyeOff /> : <Eye />}
          tooltip={false}
          onClick={() => setShown(!shown)}
        />
      }
    >
      <Input type={shown ? "text" : "password"} maxLength={1024} {...props} />
    </InputGroup>
  );
}
