import type { Choice } from "../random";
import type { FuzzRequest } from "./requests";

/**
 * The bytes for a connection. `pieces` are written one after another; `hangsUp`: our side then ends before the end of
 * the body.
 */
export type Transmission = {
  pieces: Buffer[];
  hangsUp: boolean;
  /** More answers than this mean that a second request was found inside the first. */ answersMax: number;
};

const head = ({ method, target }: FuzzRequest, lines: readonly [string, string][]) =>
  `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
const chunk = (text: Buffer, extension = "") =>
  Buffer.concat([Buffer.from(`${text.length.toString(16)}${extension}\r\n`), text, Buffer.from("\r\n")]);
const whole = (...pieces: (string | Buffer)[]): Transmission => ({
  pieces: pieces.map((piece) => Buffer.from(piece)),
  hangsUp: false,
  answersMax: 1,
});

/** A request as it should be written, or in one of the ways on which parsers disagree. */
export function transmissionOf(request: FuzzRequest, choice: Choice): Transmission {
  const lines: [string, string][] = [["Host", "localhost"], ...request.headers, ["Connection", "close"]];
  const body = Buffer.from(request.body ?? "");
  const plain = () =>
    whole(
      head(request, request.body === undefined ? lines : [...lines, ["Content-Length", String(body.length)]]),
      body,
    );
  if (choice.chance(0.75)) return plain();

  const hidden = Buffer.from("GET /api/openapi HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return choice.of<() => Transmission>([
    // Chunked, with chunks of all sizes, extensions and trailers.
    () =>
      whole(
        head(request, [...lines, ["Transfer-Encoding", "chunked"]]),
        ...slices(body, choice).map((part) => chunk(part, choice.of(["", "", ";a=b", `;${"x".repeat(2_000)}`]))),
        choice.of(["0\r\n\r\n", "0\r\nX-Trailer: a\r\n\r\n"]),
      ),
    () =>
      whole(
        head(request, [...lines, ["Transfer-Encoding", "chunked"]]),
        choice.of(["-1\r\n", "zz\r\n", "5 \r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5\nhello\n0\n\n"]),
      ),
    // Cut short.
    () => ({
      ...whole(head(request, [...lines, ["Content-Length", String(body.length + 10)]]), body),
      hangsUp: true,
      answersMax: 1,
    }),
    () => ({
      ...whole(
        head(request, [...lines, ["Transfer-Encoding", "chunked"]]),
        choice.chance(0.5) ? chunk(Buffer.from("{")) : "ffffffffffffffff\r\n",
      ),
      hangsUp: true,
      answersMax: 1,
    }),
    () => ({ ...whole(head(request, lines).slice(0, -choice.below(40) - 1)), hangsUp: true, answersMax: 1 }),
    // Byte by byte at sensitive places.
    () => {
      const { pieces } = plain();
      const bytes = Buffer.concat(pieces);
      const cut = choice.below(bytes.length);
      return {
        pieces: [bytes.subarray(0, cut), bytes.subarray(cut, cut + 1), bytes.subarray(cut + 1)],
        hangsUp: false,
        answersMax: 1,
      };
    },
    // One request within another, through lengths that contradict each other or that some parsers misread.
    ...(
      [
        [
          ["Content-Length", String(hidden.length)],
          ["Transfer-Encoding", "chunked"],
        ],
        [
          ["Content-Length", "0"],
          ["Content-Length", String(hidden.length)],
        ],
        [["Content-Length", `0, ${hidden.length}`]],
        [["Content-Length", "+0"]],
        [["Content-Length", "0x0"]],
        [
          ["Content-Length", "00"],
          ["Transfer-Encoding", "identity"],
        ],
        [["Transfer-Encoding", "chunked, identity"]],
        [
          ["Transfer-Encoding", "xchunked"],
          ["Content-Length", "0"],
        ],
        [["Transfer-Encoding ", "chunked"]],
        [
          ["Transfer-Encoding", "chunked"],
          ["Transfer-Encoding", "x"],
        ],
        [["X", "a\r\n Content-Length: 0"]],
        [["X", "a\nContent-Length: 0"]],
        [["X", "a\rContent-Length: 0"]],
        [["X\0", "a"]],
      ] satisfies [string, string][][]
    ).map((extra) => () => whole(head(request, [...lines, ...extra]), "0\r\n\r\n", hidden)),
    // Hosts and lines of the request.
    () => whole(head(request, [...lines, ["Host", "elsewhere.example"]])),
    () =>
      whole(
        head(
          request,
          lines.map(([name, value]) => [
            name,
            name === "Host"
              ? choice.of(["", "a b", "[::1", "x/y", "x@y", "\u00ff", `${"a".repeat(300)}.example`, "localhost:99999"])
              : value,
          ]),
        ),
      ),
    () =>
      whole(
        head(
          {
            ...request,
            target: choice.of([
              "*",
              "//x/api/entries",
              "http://x/api/entries",
              "/api/../api/entries",
              "/api/%2e%2e/x",
              "\\api",
              `/api/${"a".repeat(20_000)}`,
              "/%",
              "",
              "/api/entries#x",
            ]),
          },
          lines,
        ),
      ),
    () =>
      whole(
        head(request, lines).replace(
          "HTTP/1.1",
          choice.of(["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 ", "http/1.1", ""]),
        ),
      ),
    // Floods.
    () =>
      whole(
        head(request, [
          ...lines,
          ...Array.from({ length: choice.of([50, 500, 3_000]) }, (_, index): [string, string] => [`X-${index}`, "a"]),
        ]),
      ),
    () => whole(head(request, [...lines, ["X-Large", "a".repeat(choice.of([15_000, 17_000, 200_000]))]])),
    () => whole(Buffer.from(Array.from({ length: 1 + choice.below(300) }, () => choice.below(256)))),
  ])();
}

function slices(body: Buffer, choice: Choice): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const size = 1 + choice.below(Math.max(1, body.length / 3));
    parts.push(body.subarray(at, at + size));
    at += size;
  }
  return parts;
}
