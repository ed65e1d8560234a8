import type { ApiResponse } from "../../http/types";

/** In place of a page that its process did not answer. It needs no script and no style, which might be missing too. */
export const pagesUnavailable = (retryAfterSeconds: number): ApiResponse => ({
  status: 503,
  headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": String(retryAfterSeconds) },
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page not available</title></head>
<body>
<h1>This page is not available right now</h1>
<p>The part of the vault that makes its pages has stopped and is starting again. Reload this page in ${retryAfterSeconds === 1 ? "a second" : `${retryAfterSeconds} seconds`}. What is stored is not affected, and the API goes on answering.</p>
<p>If it stays like this, the vault's log says why: look for <code>pages-ended</code> and <code>pages-fault</code>.</p>
</body>
</html>
`,
});
