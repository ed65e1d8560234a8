import { Link } from "@/components/ui/buttons/link";

/** Shown if registration is closed, before a form is filled in. */
export function RegistrationClosed() {
  return (
    <>
      <h1 className="text-2xl">Registration is closed</h1>
      <p className="mt-1 mb-6 text-sm text-muted">
        Only the operator of this vault can create accounts. Ask them for one.
      </p>
      <p className="text-sm text-muted">
        Have an account?{" "}
        <Link href="/login" className="font-medium text-accent-ink underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </>
  );
}
