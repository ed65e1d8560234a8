/** Hands a text to the browser as a file; the object URL is gone right after. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Browsers drop a name's first dot, so that the project's name leads: "billing.env.local". */
export const downloadName = (project: string, file: string): string =>
  `${
    project
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "project"
  }${file}`;
