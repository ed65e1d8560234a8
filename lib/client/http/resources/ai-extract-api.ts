import type * as aiExtract from "../../../contracts/transfer/ai-extract";
import { endpoint } from "../api";

export const extractNames = endpoint<typeof aiExtract.extractNames>("POST", "/ai/extract", "json");
export const previewExtraction = endpoint<typeof aiExtract.previewExtraction>("POST", "/ai/extract/preview", "json");
