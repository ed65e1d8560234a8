"use client";

import { useSyncExternalStore } from "react";
import { invitationPath, keptInvitation } from "@/lib/client/session/sign-in/invitation";
import { RegistrationClosed } from "./registration-closed";
import { RegistrationForm } from "./registration-form";

const never = () => () => undefined;

/** Where registration is closed, an invitation still lets in. */
export function RegistrationByInvitation() {
  const invited = useSyncExternalStore(
    never,
    () => keptInvitation() !== undefined,
    () => undefined,
  );
  if (invited === undefined) return null;
  return invited ? <RegistrationForm from={invitationPath} closed /> : <RegistrationClosed />;
}
