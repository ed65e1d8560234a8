"use client";

import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FailureNote } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { describeError } from "@/lib/client/describe-error";
import { runOutSentence, signIn } from "@/lib/client/sign-in";
import { useHydrated } from "@/lib/client/use-hydrated";
import { PasswordInput } from "./password-input";
import { type AskedStep, SignInSteps } from "./sign-in-steps";

type Credentials = { email: string; password: string };

/** `from`: the path to go on to, already known to be on this site. `intro` and `others` give way to what else is asked for. */
export function SignInForm({ from, intro, others }: { from: string; intro: ReactNode; others: ReactNode }) {
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm<Credentials>({ defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const [step, setStep] = useState<{ credentials: Credentials; asked: AskedStep }>();
  const hydrated = useHydrated();
  // A full load: the shell starts with this session and nothing of an earlier one.
  const enter = () => window.location.assign(from);

  const submit = handleSubmit(async (credentials) => {
    try {
      const result = await signIn(credentials);
      if (result === "signed-in") return enter();
      if (result === "code-needed" || result === "new-password-needed") return setStep({ credentials, asked: result });
      setError("root", { message: result === "run-out" ? runOutSentence : "E-mail address or password is wrong." });
      resetField("password");
      setFocus("password");
    } catch (error) {
      setError("root", { message: describeError(error).message });
    }
  });

  if (step) return <SignInSteps credentials={step.credentials} first={step.asked} onSignedIn={enter} onBack={() => setStep(undefined)} />;
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
