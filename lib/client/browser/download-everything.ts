import { downloadFile } from "./download-text";
import { exportEverything } from "../http/resources/account-api";

/** What every complete document ends with. */
const end = "]}\n";

/**
 * Hands everything to the browser as a file. With a passphrase, it is sealed while it arrives: nothing of it is kept in
 * plain text. Throws what the vault answers, and NetworkError if the answer breaks off.
 */
export async function downloadEverything(passphrase: string | null): Promise<void> {
  const seal = passphrase === null ? null : (await import("../../age")).sealer({ passphrase });
  let file: Blob | undefined;
  await exportEverything(
    {},
    {
      async fetch(url, init) {
        const response = await fetch(url, init);
        if (!response.ok || !response.body) return response;
        const whole = response.body.pipeThrough(untilItsEnd());
        file = await new Response(seal ? await seal(whole) : whole).blob();
        // Its reader needs no more than to know that it went well.
        return new Response("{}", response);
      },
    },
  );
  const name = `svc-everything-${new Date().toISOString().slice(0, 10)}.json`;
  if (file) downloadFile(seal ? `${name}.age` : name, file);
}

/** A proxy may cleanly end a response that broke off upstream. */
function untilItsEnd(): TransformStream<Uint8Array, Uint8Array> {
  let tail = "";
  return new TransformStream({
    transform(chunk, controller) {
      tail = (tail + new TextDecoder("latin1").decode(chunk.subarray(-end.length))).slice(-end.length);
      controller.enqueue(chunk);
    },
    flush() {
      if (tail !== end) throw new TypeError("the document is not complete");
    },
  });
}
