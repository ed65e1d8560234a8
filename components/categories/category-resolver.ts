import type { FieldErrors, Resolver } from "react-hook-form";
import { faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateCategory } from "@/lib/contracts/vault/categories";
import { categoryBody, type CategoryFormValues } from "./category-form-values";

/** Validates the body to be sent with the contract's schema. */
export const categoryResolver: Resolver<CategoryFormValues> = (values) => {
  const errors: FieldErrors<CategoryFormValues> = faultsByField(CreateCategory.safeParse(categoryBody(values)).error);
  if (values.name.trim() === "") errors.name = { type: "validate", message: "Enter a name" };
  if (values.keyType === "simple" && values.envVarName.trim() === "")
    errors.envVarName = {
      type: "validate",
      message: "Enter the variable that its entries set, such as STRIPE_SECRET_KEY",
    };
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
