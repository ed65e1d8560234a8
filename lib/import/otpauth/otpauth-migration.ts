import { type OtpauthToken, token } from "./otpauth-token";

/** The tokens of a Google Authenticator export: protobuf in base64, in the link's `data` parameter. */
export function readMigration(link: string): OtpauthToken[] {
  try {
    // An unencoded "+" arrives as a space.
    const data = new URL(link).searchParams.get("data")?.replaceAll(" ", "+") ?? "";
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return [...fields(bytes)].flatMap(({ number, bytes: parameters }) =>
      number === 1 && parameters ? [readParameters(parameters)] : [],
    );
  } catch {
    return [{ service: "", accountName: "", secret: "", problem: "This export can’t be read" }];
  }
}

// In the order of the format's enums, where 0 means unspecified.
const algorithms = ["SHA1", "SHA1", "SHA256", "SHA512", "MD5"];
const digits = ["6", "6", "8"];
const types = ["totp", "hotp", "totp"];

function readParameters(bytes: Uint8Array): OtpauthToken {
  const text = new TextDecoder();
  const found = { secret: "", name: "", issuer: "", algorithm: 0, digits: 0, type: 0, counter: 0 };
  for (const field of fields(bytes)) {
    if (field.number === 1 && field.bytes) found.secret = base32(field.bytes);
    if (field.number === 2 && field.bytes) found.name = text.decode(field.bytes);
    if (field.number === 3 && field.bytes) found.issuer = text.decode(field.bytes);
    if (field.number === 4) found.algorithm = field.value;
    if (field.number === 5) found.digits = field.value;
    if (field.number === 6) found.type = field.value;
    if (field.number === 7) found.counter = field.value;
  }
  const colon = found.name.indexOf(":");
  const accountName = found.name.slice(colon + 1).trim();
  const service = found.issuer.trim() || (colon > 0 ? found.name.slice(0, colon).trim() : "");
  return token({
    service,
    accountName,
    secret: found.secret,
    algorithm: algorithms[found.algorithm] ?? "unknown",
    type: types[found.type] ?? "unknown",
    digits: digits[found.digits] ?? "other",
    period: "",
    counter: String(found.counter),
  });
}

type ProtobufField = { number: number; value: number; bytes?: Uint8Array };

/** Reads a protobuf message's fields. Throws RangeError if the message ends too early. */
function* fields(bytes: Uint8Array): Generator<ProtobufField> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 49) throw new RangeError("ends within a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === 0) yield { number, value: varint() };
    else if (kind === 2) {
      const length = varint();
      if (at + length > bytes.length) throw new RangeError("ends within a field");
      yield { number, value: 0, bytes: bytes.subarray(at, (at += length)) };
    } else throw new RangeError("has a kind of field that exports don't have");
  }
}

function base32(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let letters = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) letters += alphabet.charAt((held >> (bits - 5)) & 31);
  }
  return bits > 0 ? letters + alphabet.charAt((held << (5 - bits)) & 31) : letters;
}
