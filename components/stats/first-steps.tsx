import { useQuery } from "@tanstack/react-query";
import { ArrowRight, FileCode2, KeyRound, ShieldCheck, type LucideIcon } from "lucide-react";
import { Fragment } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/buttons/link";
import { teamsQuery } from "@/lib/client/http/queries/queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { Scope } from "@/lib/contracts/access/scopes";

const steps: {
  title: string;
  text: string;
  action: string;
  href: string;
  icon: LucideIcon;
  needs: Scope;
}[] = [
  {
    title: "Store your first key",
    text: "Create a category such as Stripe, then one entry for each project that uses it.",
    action: "New category",
    href: "/vault?new=category",
    icon: KeyRound,
    needs: "categories:write",
  },
  {
    title: "Move your two-factor codes in",
    text: "Scan a QR code, paste a link or type a secret. The codes are then a click away.",
    action: "Add tokens",
    href: "/2fa?new=token",
    icon: ShieldCheck,
    needs: "2fa:write",
  },
  {
    title: "Store your .env files",
    text: "A project keeps up to four of them: shared, local, development and production.",
    action: "New env project",
    href: "/envs?new=project",
    icon: FileCode2,
    needs: "envs:write",
  },
];

const linkStyle = "font-medium text-accent-ink underline underline-offset-2";

const ways = ["", "One way to start:", "Two ways to start:", "Three ways to start:"];

/** Shown instead of zeros. */
export function FirstSteps() {
  const activeVault = useActiveVault();
  const { may } = useRights();
  const offered = steps.filter(({ needs }) => may(needs));
  const { data: teams = [] } = useQuery(teamsQuery);
  return (
    <section aria-labelledby="first-steps">
      {activeVault === null && teams.length > 0 && (
        <p className="mb-4">
          What you share is in the {teams.length === 1 ? "vault of your team" : "vaults of your teams"}:{" "}
          {teams.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ", "}
              <Link href="/" activeVault={id} className={linkStyle}>
                {name}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      <h2 id="first-steps" className="text-lg">
        {offered.length === 0
          ? "There is nothing here for you yet."
          : `${activeVault === null ? "Your" : "The team’s"} vault is empty. ${ways[offered.length]}`}
      </h2>
      {offered.length > 0 && (
        <ol className="mt-4 grid gap-4 md:grid-cols-3">
          {offered.map(({ title, text, action, href, icon: Icon }, index) => (
            <li key={href} className="flex">
              <Card className="flex flex-1 flex-col items-start p-4">
                <span className="flex w-full items-center justify-between">
                  <span
                    aria-hidden
                    className="grid size-9 place-items-center rounded-full bg-accent-soft text-accent-ink"
                  >
                    <Icon className="size-4.5" />
                  </span>
                  <span aria-hidden className="font-mono text-sm text-muted">
                    {index + 1}
                  </span>
                </span>
                <h3 className="mt-3 text-base">{title}</h3>
                <p className="mt-1 mb-4 flex-1 text-sm text-muted">{text}</p>
                <Link href={href} className={buttonStyle({ variant: index === 0 ? "primary" : "secondary" })}>
                  {action} <ArrowRight aria-hidden />
                </Link>
              </Card>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-4 text-sm text-muted">
        {/* Nothing is there yet, so an import makes categories. */}
        {may("categories:write") && (
          <>
            Coming from another tool?{" "}
            <Link href="/import" className={linkStyle}>
              Import
            </Link>{" "}
            what it exports, or your .env files.{" "}
          </>
        )}
        Later,{" "}
        <Link href="/access-keys" className={linkStyle}>
          access keys
        </Link>{" "}
        let your builds and scripts read what they need.
      </p>
    </section>
  );
}
