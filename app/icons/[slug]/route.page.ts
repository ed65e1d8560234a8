import { apiCsp, securityHeaders } from "@/lib/http/answer/security-headers";
import { iconFile } from "@/lib/icons/icon-files";

const shared = { ...securityHeaders, "Content-Security-Policy": apiCsp };

/** One brand's icon. It never changes under its URL; a new package comes with a restart. */
export async function GET(_request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const icon = await iconFile((await params).slug);
  if (icon === undefined)
    return new Response("No such icon\n", {
      status: 404,
      headers: { ...shared, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  return new Response(icon, {
    headers: { ...shared, "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
