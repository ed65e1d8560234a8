import { useEffect, useEffectEvent } from "react";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { Member } from "@/lib/contracts/people/members";
import { AccessKeyRow } from "./access-key-row";

export default function AccessKeyList({
  accessKeys,
  makerOf,
  onRotate,
  onRevoke,
  onListed,
}: {
  accessKeys: readonly AccessKey[];
  /** Who made a key, in a team. */ makerOf: (accessKey: AccessKey) => Member | undefined;
  onRotate: (accessKey: AccessKey) => void;
  onRevoke: (accessKey: AccessKey) => void;
  /** Called once the keys are shown. */ onListed: () => void;
}) {
  const listed = useEffectEvent(onListed);
  useEffect(() => listed(), []);
  return (
    <ul aria-label="Access keys" className="divide-y divide-line">
      {accessKeys.map((accessKey) => (
        <AccessKeyRow
          key={accessKey.id}
          accessKey={accessKey}
          maker={makerOf(accessKey)}
          onRotate={onRotate}
          onRevoke={onRevoke}
        />
      ))}
    </ul>
  );
}
