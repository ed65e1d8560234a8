import { shareStyle } from "./page-style";

/** Where scripts/build/bundle.mjs puts what app/share/script becomes. */
const script = "/share-page/open.js";

/**
 * The page that opens a link: plain HTML with a small script of its own, since whoever opens it has no account and none
 * of the app. All its states are in it; the script shows one at a time.
 */
export const sharePage = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="description" content="A secret that somebody shared by a link. It opens a limited number of times.">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>A secret for you</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${shareStyle}</style>
<script src="${script}" nonce="${nonce}" defer></script>
</head>
<body>
<main>
<h1 tabindex="-1">A secret for you</h1>
<noscript><p>This page needs JavaScript to decrypt the secret in your browser. Nothing has been opened.</p></noscript>
<p id="problem" role="alert" hidden></p>
<p id="hint" hidden></p>
<section id="ready" hidden>
<p>Somebody shared it with you by this link. Only your browser can decrypt it.</p>
<p>The link opens a limited number of times, perhaps once. Open it when you are ready to save the secret.</p>
<button id="open" type="button">Open the secret</button>
</section>
<form id="locked" hidden>
<p>The secret is here, and no more views are spent. It needs the passphrase that its sender gave you.</p>
<label for="passphrase">Passphrase</label>
<input id="passphrase" type="password" autocomplete="off" required>
<button id="unlock" type="submit">Decrypt</button>
</form>
<section id="shown" aria-labelledby="heading" hidden>
<h2 id="heading" tabindex="-1">The secret</h2>
<pre id="text" tabindex="0" aria-labelledby="heading"></pre>
<div class="row">
<button id="copy" type="button">Copy</button>
<button id="save" type="button" class="quiet">Save as a file</button>
</div>
<p id="said" role="status"></p>
<p id="left"></p>
</section>
</main>
</body>
</html>
`;
