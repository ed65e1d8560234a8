import { z } from "zod";
import { contract } from "./contract";

export const getOpenApi = contract({
  id: "getOpenApi",
  method: "GET",
  path: "/openapi",
  tag: "About",
  summary: "This document",
  access: "public",
  reply: { status: 200, json: z.looseObject({ openapi: z.string() }) },
  cacheable: true,
});
