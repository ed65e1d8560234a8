"use client";

import { useEffect, useRef, useState } from "react";
import { useTheme } from "@/lib/client/use-theme";
import "./api-reference.css";

type SwaggerUi = (options: { url: string; domNode: Element; deepLinking: boolean; persistAuthorization: boolean; validatorUrl: null; tryItOutEnabled: boolean; onComplete: () => void }) => void;

const assets = "/swagger-ui";

/** The OpenAPI document, to read and try. Swagger UI comes from this server; a key typed in stays in this tab's memory. */
export function ApiReference() {
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
      const { SwaggerUIBundle } = window as { SwaggerUIBundle?: SwaggerUi };
      if (!place.current || !SwaggerUIBundle) return;
      // No deep links: each would be a link within a button, which neither the keyboard nor a screen reader can tell apart.
      SwaggerUIBundle({ url: "/api/openapi", domNode: place.current, deepLinking: false, persistAuthorization: false, validatorUrl: null, tryItOutEnabled: true, onComplete: () => place.current && nameParts(place.current) });
    };
    document.head.append(style, script);
    return () => {
      style.remove();
      script.remove();
    };
  }, []);

  if (failed) return <p role="alert">The API reference could not be loaded: reload the page, or read the document itself at /api/openapi.</p>;
  return <div ref={place} className="swagger-host" />;
}

/** What Swagger UI leaves out for screen readers: headings without gaps, a name for the servers' select, landmarks beside its `main`. */
function nameParts(host: HTMLElement): void {
  const set = (selector: string, attributes: Record<string, string>) => {
    for (const element of host.querySelectorAll(selector)) for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  set("h3.opblock-tag, .models h4", { "aria-level": "2" });
  set("select#servers", { "aria-label": "Server" });
  set(".information-container", { role: "region", "aria-label": "About this API" });
  set(".schemes-server-container", { role: "region", "aria-label": "Server and credentials" });
}

/** Swagger UI has a dark style of its own, behind a class on the root: kept in step with the chosen theme. */
function useSwaggerTheme() {
  const [theme] = useTheme();

  useEffect(() => {
    const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
    const { classList } = document.documentElement;
    const follow = () => void classList.toggle("dark-mode", theme === "dark" || (theme === "system" && prefersDark.matches));
    follow();
    prefersDark.addEventListener("change", follow);
    return () => {
      prefersDark.removeEventListener("change", follow);
      classList.remove("dark-mode");
    };
  }, [theme]);
}
