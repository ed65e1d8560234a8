import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/buttons/link";

export function ImportCard() {
  return (
    <Card>
      <CardHeader title="Import" description=".env, JSON, CSV, and the exports of other vaults and authenticators." />
      <CardBody>
        <Link href="/import" className={buttonStyle()}>
          Import from elsewhere
        </Link>
      </CardBody>
    </Card>
  );
}
