"use client";

import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FailureNote } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { describeError } from "@/lib/client/describe-error";
import { signInByPasskeyAnswer } from "@/lib/client/passkeys";
import { signIn } from "@/lib/client/sign-in";
import { useHydrated } from "@/lib/client/use-hydrated";
import { PasswordInput } from "./password-input";
import { SignInCode } from "./sign-in-code";

type Credentials = { email: string; password: string };

/** `from`: the path to go on to, already known to be on this site. `intro` and `others` give way to the second step. */
export function SignInForm({ from, intro, others }: { from: string; intro: ReactNode; others: ReactNode }) {
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm<Credentials>({ defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const [proven, setProven] = useState<Credentials>();
  const hydrated = useHydrated();
  // A full load: the shell starts with this session and nothing of an earlier one.
  const enter = () => window.location.assign(from);

  const submit = handleSubmit(async (credentials) => {
    try {
      const result = await signIn(credentials);
      if (result === "signed-in") return enter();
      if (result === "code-needed") return setProven(credentials);
      setError("root", { message: "E-mail address or password is wrong." });
      resetField("password");
      setFocus("password");
    } catch (error) {
      setError("root", { message: describeError(error).message });
    }
  });

  if (proven) {
    // All are sent together: of a sign-in by password the server keeps no half.
    return (
      <SignInCode
        who={proven.email}
        tooLate="The password was changed meanwhile. Start again."
        sendCode={(code) => signIn({ ...proven, code })}
        sendPasskey={() => signInByPasskeyAnswer("credentials", proven)}
        onSignedIn={enter}
        onBack={() => setProven(undefined)}
      />
    );
  }
  return (
    <>
      {intro}
      {/* method: should the script never load, a submitted form must not put the password into the address. */}
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label="E-mail address" error={errors.email?.message} required>
          {(control) => <Input {...control} type="email" autoComplete="username" autoCapitalize="none" autoFocus {...register("email", { required: "Enter your e-mail address" })} />}
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...register("password", { required: "Enter your password" })} />}
        </Field>
        {errors.root?.message && <FailureNote error={errors.root.message} />}
        <Button type="submit" variant="primary" size="large" className="w-full" pending={isSubmitting || isSubmitSuccessful} disabled={!hydrated}>Sign in</Button>
      </form>
      {others}
    </>
  );
}
