"use client";

import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { describeError } from "@/lib/client/http/describe-error";
import { goOn, temporaryPasswordExpired, signIn } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import { PasswordInput } from "../password-input";
import { type AskedStep, SignInSteps } from "./sign-in-steps";

type Credentials = { email: string; password: string };

export type SignInFormProps = {
  /** Where to continue: a path, already checked to be on this site, or a callback. */
  then: string | (() => Promise<void>);
  /** Both are replaced by further steps. */
  intro: ReactNode;
  others: ReactNode;
};

export function SignInForm({ then, intro, others }: SignInFormProps) {
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm<Credentials>({
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  // The form's own success would not do: it has that too when a further step is needed, from which one may come back.
  const [entering, setEntering] = useState(false);
  const [step, setStep] = useState<{ credentials: Credentials; asked: AskedStep }>();
  const hydrated = useHydrated();
  const enter = () => goOn(then);

  const submit = handleSubmit(async (credentials) => {
    try {
      const result = await signIn(credentials);
      if (result === "signed-in") {
        setEntering(true);
        return await enter();
      }
      if (result === "code-needed" || result === "new-password-needed") return setStep({ credentials, asked: result });
      setError("root", {
        message: result === "password-expired" ? temporaryPasswordExpired : "E-mail address or password is wrong.",
      });
      resetField("password");
      setFocus("password");
    } catch (error) {
      setEntering(false);
      setError("root", { message: describeError(error).message });
    }
  });

  if (step)
    return (
      <SignInSteps
        credentials={step.credentials}
        first={step.asked}
        onSignedIn={() => void enter()}
        onBack={() => setStep(undefined)}
      />
    );
  return (
    <>
      {intro}
      {/* method: should the script never load, a submitted form must not put the password into the address. */}
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label="E-mail address" error={errors.email?.message} required>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              autoFocus
              {...register("email", { required: "Enter your e-mail address" })}
            />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              {...register("password", { required: "Enter your password" })}
            />
          )}
        </Field>
        {errors.root?.message && <ErrorNote error={errors.root.message} />}
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="w-full"
          pending={isSubmitting || entering}
          disabled={!hydrated}
        >
          Sign in
        </Button>
      </form>
      {others}
    </>
  );
}
