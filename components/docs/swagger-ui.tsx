"use client";

import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTheme } from "@/lib/client/hooks/use-theme";
import "./swagger-ui.css";

type SwaggerUiBundle = (options: {
  url: string;
  domNode: Element;
  deepLinking: boolean;
  persistAuthorization: boolean;
  validatorUrl: null;
  tryItOutEnabled: boolean;
  onComplete: () => void;
}) => void;

const assets = "/swagger-ui";

/** The interactive OpenAPI document. Swagger UI is served from here; a key typed in stays in this tab's memory. */
export default function SwaggerUi({ operation }: { operation: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useSwaggerTheme();

  useEffect(() => {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = `${assets}/swagger-ui.css`;
    const script = document.createElement("script");
    script.src = `${assets}/swagger-ui-bundle.js`;
    script.onerror = () => setFailed(true);
    script.onload = () => {
      const { SwaggerUIBundle } = window as { SwaggerUIBundle?: SwaggerUiBundle };
      const host = place.current;
      if (!host || !SwaggerUIBundle) return;
      const onComplete = () => {
        nameParts(host);
        unfold(host, operation);
      };
      // No deep links: each would be a link inside a button, which neither keyboards nor screen readers can handle.
      SwaggerUIBundle({
        url: "/api/openapi",
        domNode: host,
        deepLinking: false,
        persistAuthorization: false,
        validatorUrl: null,
        tryItOutEnabled: true,
        onComplete,
      });
    };
    document.head.append(style, script);
    return () => {
      style.remove();
      script.remove();
    };
  }, [operation]);

  return (
    <>
      <nav aria-label="API reference" className="mx-auto flex max-w-[1460px] items-center px-5">
        {/* Not a link of the router's: the page is reloaded, so nothing of Swagger UI is left. */}
        <a
          href="/docs"
          className="flex min-h-control items-center gap-1.5 text-sm font-medium text-accent-ink hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to the list
        </a>
      </nav>
      {failed ? (
        <p role="alert" className="p-5">
          The interactive reference could not be loaded: reload the page, or read the document itself at /api/openapi.
        </p>
      ) : (
        <div ref={place} className="swagger-host" />
      )}
    </>
  );
}

/**
 * Fixes Swagger UI's accessibility gaps: heading levels, a label for the servers' select, landmarks beside its `main`.
 */
function nameParts(host: HTMLElement): void {
  const set = (selector: string, attributes: Record<string, string>) => {
    for (const element of host.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  set("h3.opblock-tag, .models h4", { "aria-level": "2" });
  set("select#servers", { "aria-label": "Server" });
  set(".information-container", { role: "region", "aria-label": "About this API" });
  set(".schemes-server-container", { role: "region", "aria-label": "Server and credentials" });
}

function unfold(host: HTMLElement, operation: string): void {
  const block = operation === "" ? null : host.querySelector(`.opblock[id$="-${CSS.escape(operation)}"]`);
  block?.querySelector<HTMLElement>(".opblock-summary-control")?.click();
  block?.scrollIntoView();
}

/** Swagger UI has a dark style of its own, under a class on the root: kept in step with the chosen theme. */
function useSwaggerTheme() {
  const [theme] = useTheme();

  useEffect(() => {
    const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
    const { classList } = document.documentElement;
    const follow = () =>
      void classList.toggle("dark-mode", theme === "dark" || (theme === "system" && prefersDark.matches));
    follow();
    prefersDark.addEventListener("change", follow);
    return () => {
      prefersDark.removeEventListener("change", follow);
      classList.remove("dark-mode");
    };
  }, [theme]);
}
