import { zodResolver } from "@hookform/resolvers/zod";
import { Registration } from "@/lib/contracts/account";

export const registrationResolver = zodResolver(Registration);
