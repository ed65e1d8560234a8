import { getKeyExposure } from "@/lib/contracts/access/activity";
import { route } from "@/lib/http/route";
import * as exposure from "@/lib/services/access/exposure";

export const GET = route(getKeyExposure, (ctx, { params }) => exposure.exposureOfKey(ctx, params.id));
