"use client";

import { Link } from "@/components/ui/buttons/link";
import { useState } from "react";
import { useForm, type Resolver } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { register as registerAccount } from "@/lib/client/http/resources/account-api";
import { listTeams } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { setFormError } from "@/lib/client/http/field-errors";
import {
  deadInvitation,
  forgetInvitation,
  invitationPath,
  keptInvitation,
} from "@/lib/client/session/sign-in/invitation";
import { signIn } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import type { Registration } from "@/lib/contracts/people/account";
import { PasswordInput } from "../password-input";

/** The contract's schema loads on the first submit: it is larger than the rest of the page. */
const resolver: Resolver<Registration> = async (...form) =>
  (await import("./registration-resolver")).registrationResolver(...form);

const signInPathTo = (path: string) => (path === "/" ? "/login" : `/login?from=${encodeURIComponent(path)}`);

/** The vault that the invitation let in to: a new account has no other team. */
const joinedTeam = (): Promise<string> =>
  listTeams({}).then(
    ([team]) => (team ? `/teams/${team.id}` : "/"),
    () => "/",
  );

/** `from`: the path to continue at, already checked to be on this site. `closed`: only an invitation lets in. */
export function RegistrationForm({ from: asked, closed = false }: { from: string; closed?: boolean }) {
  // Only on the way from an invitation: one that was put aside must not join a team by the way.
  const [invited, setInvited] = useState(asked === invitationPath);
  const from = asked === invitationPath && !invited ? "/" : asked;

  const { register, handleSubmit, setError, formState } = useForm<Registration>({
    resolver,
    defaultValues: { email: "", password: "", name: null },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const failure = errors.root?.["server"];
  const hydrated = useHydrated();
  async function create(account: Registration, invitation: string | undefined, then: string) {
    try {
      await registerAccount({ body: { ...account, ...(invitation && { invitation }) } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "INVITATION_NOT_FOUND")
        return setError("root.server", { type: "invitation", message: deadInvitation });
      return setFormError(error, setError, ["email", "password", "name"]);
    }
    if (invitation) forgetInvitation();
    // The account exists now: if signing in fails, continue on the sign-in page.
    const signedIn = await signIn(account).catch(() => "refused");
    if (signedIn !== "signed-in") return window.location.assign(invitation ? "/login" : signInPathTo(then));
    window.location.assign(invitation ? await joinedTeam() : then);
  }
  const submit = handleSubmit((account) => create(account, invited ? keptInvitation() : undefined, from));
  const submitUninvited = handleSubmit((account) => create(account, undefined, "/"));

  return (
    <>
      <h1 className="text-2xl">Create an account</h1>
      <p className="mt-1 mb-6 text-sm text-muted">
        {invited && "You will then join the team that invited you. "}Your account exists on this server only.
      </p>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event).catch((error: unknown) => setFormError(error, setError, []))}
        className="space-y-4"
      >
        <Field label="Name" optional error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="name"
              autoFocus
              {...register("name", { setValueAs: (text: string | null) => text?.trim() || null })}
            />
          )}
        </Field>
        <Field label="E-mail address" error={errors.email?.message} required>
          {(control) => (
            <Input {...control} type="email" autoComplete="username" autoCapitalize="none" {...register("email")} />
          )}
        </Field>
        <Field
          label="Password"
          description={`At least 10 characters. A few unrelated words are easy to type and hard to guess.`}
          error={errors.password?.message}
          required
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...register("password")} />}
        </Field>
        {failure?.message && <ErrorNote error={failure.message} />}
        {failure?.type === "invitation" && !closed && (
          <Button
            size="large"
            className="w-full"
            onClick={() => {
              forgetInvitation();
              setInvited(false);
              void submitUninvited().catch((error: unknown) => setFormError(error, setError, []));
            }}
          >
            Create an account without joining
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="w-full"
          pending={isSubmitting || isSubmitSuccessful}
          disabled={!hydrated}
        >
          Create account
        </Button>
      </form>
      <p className="mt-6 text-sm text-muted">
        Have an account?{" "}
        <Link href={signInPathTo(from)} className="font-medium text-accent-ink underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </>
  );
}
