"use client";

import RotationHost from "@/components/rotation/rotation-host";
import MoveHost from "@/components/teams/moving/move-host";

/** What shows the dialogs that open over any page. */
export default function Hosts() {
  return (
    <>
      <MoveHost />
      <RotationHost />
    </>
  );
}
