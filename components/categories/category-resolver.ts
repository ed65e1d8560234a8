import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { CreateCategory } from "@/lib/contracts/categories";
import { categoryBody, type CategoryFormValues } from "./category-form-values";

const contract = zodResolver(CreateCategory);

/** The contract's own schema over the body that would be sent. */
export const categoryResolver: Resolver<CategoryFormValues> = async (values, context, options) => {
  const { errors } = await contract(categoryBody(values), context, options as never);
  if (values.keyType === "simple" && values.envVarName.trim() === "") errors.envVarName = { type: "validate", message: "Name the variable that its entries set, such as STRIPE_SECRET_KEY" };
  return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} };
};
