import { iconTitles } from "@/lib/icons/icon-files";

/** What the icon picker searches: `[slug, title]`, in the order of their titles. */
export async function GET(): Promise<Response> {
  return Response.json((await iconTitles()).map(({ slug, title }) => [slug, title]));
}
