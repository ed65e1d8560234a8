import { Link } from "@/components/ui/link";

/** Where nobody new may register by themselves: said before a form is filled in, not after. */
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
