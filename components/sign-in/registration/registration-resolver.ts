import type { Resolver } from "react-hook-form";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { Registration } from "@/lib/contracts/people/account";

export const registrationResolver: Resolver<Registration> = contractResolver(Registration);
