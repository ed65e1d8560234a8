import { getMemberExposure } from "@/lib/contracts/access/activity";
import { route } from "@/lib/http/route";
import * as exposure from "@/lib/services/access/exposure";

export const GET = route(getMemberExposure, (ctx, { params }) => exposure.exposureOfMember(ctx, params));
