import { BrandMark } from "@/components/layout/brand";
import { buttonStyle } from "@/components/ui/buttons/button-style";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center p-6 text-center">
      <BrandMark large className="mb-5" />
      <p className="legend">404</p>
      <h1 className="mt-1 text-xl">There is no page at this address</h1>
      <p className="mt-1 max-w-sm text-sm text-muted">The link may be old, or what it pointed to was deleted.</p>
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- the router's link would ride along in every page's first load */}
      <a href="/" className={buttonStyle({ variant: "primary", className: "mt-5" })}>
        Go to the overview
      </a>
    </main>
  );
}
