/** Hands a text to the browser as a file. */
export const downloadText = (name: string, text: string): void =>
  downloadFile(name, new Blob([text], { type: "text/plain;charset=utf-8" }));

/** Hands it to the browser; its object URL is gone soon after. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Browsers drop a name's first dot, so that the project's name leads: "billing.env.local". */
export const downloadName = (project: string, file: string): string =>
  `${
    project
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "project"
  }${file}`;
