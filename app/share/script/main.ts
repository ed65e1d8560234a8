import { isLinkKey, needsPassphrase, openShared, Unopenable } from "@/lib/share/envelope";
import { scrypt } from "@/lib/share/scrypt";
import { fetchSecret, type Opened, type Refused } from "./fetch-secret";
import { at, busy, complain, show } from "./states";

/*
 * What the page of a link does. A view is spent only when its reader presses the button. Key, passphrase and secret stay
 * in this page's memory, and nothing is put into the browser's storage.
 */

const key = location.hash.slice(1);
/** Tells the page after a reload, in the place of the key, that the last view was used here. */
const spent = "spent";
let opened: Opened | undefined;

function begin(): void {
  if (history.state === spent)
    return complain(
      "You have opened this link here, and that was the last time: its secret is gone. If you still need it, ask whoever sent the link for a new one.",
    );
  if (!isLinkKey(key))
    return complain(
      "This link is incomplete or mistyped: what follows the # is not a full key. Copy the full link, or ask for it again. Nothing has been opened. If you have opened it here before, its secret is gone.",
    );
  // Browsers decrypt on pages over HTTPS and on this machine only.
  if (!window.isSecureContext)
    return complain(
      "Your browser decrypts only over HTTPS, and this page came without it. Ask for a link that begins with https. Nothing has been opened.",
    );
  show("ready");
}

at("open").addEventListener("click", () =>
  busy("open", "Opening…", async () => {
    const answer = await fetchSecret(location.pathname);
    if ("refused" in answer) return refuse(answer);
    opened = answer;
    // The link opens nothing more: the key need not stay in the browser's history.
    if (answer.viewsLeft === 0) history.replaceState(spent, "", location.pathname);
    await decrypt(answer);
  }),
);

at("locked").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = at<HTMLInputElement>("passphrase");
  void busy("unlock", "Decrypting…", async () => {
    if (opened) await reveal(opened, field.value, "Wrong passphrase. Try again: it uses up no view.");
  });
});

async function decrypt(answer: Opened): Promise<void> {
  const damaged =
    "The content can't be decrypted with this key: the key belongs to another link, or the content is damaged. Ask for a new link.";
  try {
    if (!needsPassphrase(answer.ciphertext)) return await reveal(answer, null, damaged);
  } catch {
    return complain(damaged);
  }
  tellNote(answer.hint);
  show("locked");
  at("passphrase").focus();
}

function tellNote(hint: string | null): void {
  at("hint").textContent = hint === null ? "" : `The sender’s note: ${hint}`;
  at("hint").hidden = hint === null;
}

async function reveal(
  { ciphertext, hint, viewsLeft }: Opened,
  passphrase: string | null,
  wrong: string,
): Promise<void> {
  let text: string;
  try {
    text = await openShared(ciphertext, key, passphrase, scrypt);
  } catch (error) {
    if (passphrase === null) return complain(wrong);
    complain(
      error instanceof Unopenable
        ? wrong
        : "Your browser could not decrypt it, perhaps for lack of memory. Close other tabs, and try again on this page: it uses up no view.",
      "locked",
    );
    const field = at<HTMLInputElement>("passphrase");
    field.focus();
    field.select();
    return;
  }
  opened = undefined;
  tellNote(hint);
  at<HTMLInputElement>("passphrase").value = "";
  at("text").textContent = text;
  at("left").textContent =
    viewsLeft === 0
      ? "The link no longer opens. Once this page is closed, the secret is gone."
      : `The link can be opened ${viewsLeft === 1 ? "once more" : `${viewsLeft} more times`}.`;
  show("shown");
  at("heading").focus();
}

function refuse(answer: Refused): void {
  if (answer.refused === "gone")
    return complain(
      "There is nothing here. The link has used up its views, has expired, was revoked, or is mistyped. Ask whoever sent it for a new one.",
    );
  complain(
    answer.refused === "wait"
      ? `Too many invalid links were tried from your network. Try again in ${answer.minutes} min.`
      : "The vault can't be reached just now. Try again.",
    "ready",
  );
}

at("copy").addEventListener("click", () => {
  navigator.clipboard.writeText(at("text").textContent).then(
    () => (at("said").textContent = "Copied."),
    () => (at("said").textContent = "Your browser did not allow it: select the text and copy it."),
  );
});

at("save").addEventListener("click", () => {
  const url = URL.createObjectURL(new Blob([at("text").textContent], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: "secret.txt" }).click();
  URL.revokeObjectURL(url);
});

// Another link that is pasted into the same tab.
addEventListener("hashchange", () => location.reload());
// A page that is gone back to must not show it again.
addEventListener("pagehide", () => at("text").replaceChildren());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

begin();
