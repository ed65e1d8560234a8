"use client";

import type { ComponentProps } from "react";
import CategoryHeading from "@/components/categories/category-heading";
import FirstStep from "./first-step";

/**
 * What no first load of a filled vault needs, in one script: the heading of a chosen category, and what an empty vault has in
 * place of its list.
 */
export default function OverList(props: ComponentProps<typeof CategoryHeading> | ComponentProps<typeof FirstStep>) {
  return "category" in props ? <CategoryHeading {...props} /> : <FirstStep {...props} />;
}
