import { useFormContext, useWatch } from "react-hook-form";
import { ReachFields } from "@/components/access-keys/limits/reach-fields";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import { roles } from "@/lib/contracts/people/role-rights";
import { roleWords } from "../members/role-words";
import type { GrantFieldValues } from "../team-resolvers";

/** A role, and what it is limited to. */
export function GrantFields() {
  const { register, formState } = useFormContext<GrantFieldValues>();
  const role = useWatch<GrantFieldValues, "role">({ name: "role" });
  return (
    <>
      <Field label="Role" description={roleWords[role].about} error={formState.errors.role?.message}>
        {(control) => (
          <Select {...control} {...register("role")}>
            <Options of={roles.map((value) => [value, roleWords[value].label])} />
          </Select>
        )}
      </Field>
      {role !== "owner" && <ReachFields />}
    </>
  );
}
