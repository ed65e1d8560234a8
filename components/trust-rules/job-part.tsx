import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Options, Select } from "@/components/ui/inputs/select";
import { Textarea } from "@/components/ui/inputs/textarea";
import { askedOf, claimsFault, type JobFields, kinds, type Provider, providers, usualServers } from "./providers";

/** Which jobs are trusted, and the claims that follow from it. */
export function JobPart() {
  const { register, setValue, formState } = useFormContext<JobFields>();
  const fields = useWatch<JobFields>() as JobFields;
  const { provider, kind } = fields;
  const { errors } = formState;
  const isOther = provider === "other";
  // Forgejo's tokens name no environment.
  const offered = (["branch", "environment", "all"] as const).filter(
    (one) => provider !== "forgejo" || one !== "environment",
  );
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Where the job runs">
          {(control) => (
            <Select
              {...control}
              {...register("provider", {
                onChange: ({ target }: { target: { value: Provider } }) => {
                  setValue("server", usualServers[target.value]);
                  if (target.value === "forgejo" && kind === "environment") setValue("kind", "branch");
                },
              })}
            >
              <Options of={Object.entries(providers)} />
            </Select>
          )}
        </Field>
        {(provider === "gitlab" || provider === "forgejo") && (
          <Field label="Server" error={errors.server?.message}>
            {(control) => (
              <Input
                {...control}
                type="url"
                mono
                {...register("server", { validate: (text) => URL.canParse(text) || "Enter the server’s address." })}
              />
            )}
          </Field>
        )}
        {isOther ? (
          <Field
            label="Issuer"
            description="Exactly the token’s iss claim. The vault fetches the issuer’s keys from there."
            error={errors.issuer?.message}
          >
            {(control) => (
              <Input
                {...control}
                type="url"
                mono
                placeholder="https://issuer.example.com"
                {...register("issuer", { required: "Enter an issuer." })}
              />
            )}
          </Field>
        ) : (
          <Field label={provider === "gitlab" ? "Project" : "Repository"} error={errors.repository?.message}>
            {(control) => (
              <Input
                {...control}
                mono
                autoComplete="off"
                spellCheck={false}
                placeholder="acme/web"
                {...register("repository", {
                  validate: (text) =>
                    (text.trim().split("/").length >= 2 &&
                      text
                        .trim()
                        .split("/")
                        .every((part) => part !== "")) ||
                    "Enter owner and name, such as acme/web.",
                })}
              />
            )}
          </Field>
        )}
        {!isOther && (
          <Field label="Which jobs">
            {(control) => (
              <Select {...control} {...register("kind")}>
                <Options of={offered.map((value) => [value, kinds[value]])} />
              </Select>
            )}
          </Field>
        )}
        {!isOther && kind !== "all" && (
          <Field label={kind === "branch" ? "Branch" : "Environment"} error={errors.ref?.message}>
            {(control) => (
              <Input
                {...control}
                mono
                autoComplete="off"
                {...register("ref", { validate: (text) => text.trim() !== "" || "Enter a name." })}
              />
            )}
          </Field>
        )}
      </div>
      {isOther ? (
        <Field
          label="Claims"
          description="One per line, such as sub=repo:acme/web:*. All must match; * stands for any characters: acme* also matches acme-evil, acme/* does not."
          error={errors.claims?.message as string | undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              mono
              {...register("claims", {
                validate: claimsFault,
              })}
            />
          )}
        </Field>
      ) : (
        <p className="text-xs text-muted" aria-live="polite">
          The token must say{" "}
          <span className="font-mono break-all">
            {Object.entries(askedOf(fields).claims)
              .map(([name, pattern]) => `${name} ${pattern}`)
              .join(", ")}
          </span>
        </p>
      )}
    </>
  );
}
