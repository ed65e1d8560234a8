import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { OperationList } from "@/components/docs/operation-list";
import { reference, refusals } from "@/lib/contracts/reference";

export const metadata: Metadata = { title: "API reference" };

export default function DocsPage() {
  return (
    <ApiReference>
      <OperationList sections={reference()} refusals={refusals()} />
    </ApiReference>
  );
}
