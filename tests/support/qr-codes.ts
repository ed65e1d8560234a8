import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";

/** Two QR codes side by side, a PNG in base64: GitHub with JBSWY3DPEHPK3PXP, GitLab with GEZDGNBVGY3TQOJQ; account ada. */
export const qrCodes =
  "iVBORw0KGgoAAAANSUhEUgAAAPYAAAB7CAAAAABiVyISAAAE40lEQVR4AeXBW6pjOxYEwEjh+U85mwUC1Xb5POrSf4pI3Wi50nKl5UrLlZYrLVdarrRcabnScqXlSi9/iA9qhNpi1IithBJqxAf1WXxQYtQRasRWQgk14oM6listV3p5qocYscVWQimhtlBHPcR36iFGfamOEiPUqId4WK60XOnlL7HVVkKMEluoEWqLUVts9bPYags1YpQSSiihRgl1xFbvlistV3r5hRglHkqMEkqo/7NQo4TaShyhfmu50nKll1+oEUoooY4YoYT6P4ut3tVWI9TPlistV3r5S70LtdUooUYJtdVD/YN6V0KNGKXEKHHUQ31pudJypZen+EEooYQSSiihhBrxD+KDUEKNEmqUUEKJh/jOcqXlSi9/qM9q1LsaNUqMUKP+QX1WQgk1Sqjv1A+WKy1XevlDPJR4qK1GPJTYQgkllFBfiqNGKKFGjVBHCSWUGKFGbCXUsVxpuVLqg1BHjPpSvKsjjvpSjBJqxFYfxFbiqCOOOpYrLVd6+UM8xCglRow6YtS7UCOO+lKMEmqEEuohRqmHEiOOGvFuudJypZcvxCihRozaYpTYQo0Yof6jUEJtsdW7UEJtMUoo9W650nKll09qhDhKfBZKCbWV2OoHtZVQQolRo7YYJUYdMUqILy1XWq6UOmKUGDVCjVBi1BGjhBJqxCgxSqjvxCihtthKbCWUGLWF+tlypeVKqYfYasSoEWrEKDFqxFZCiVEjRv2D2EooocQocdQRo4T6bLnScqXUB6GE2kKNGPVBjBqhhBKjvhNbjVBCHTHqIY4aoYQSo94tV1qu9PKX2EoooYQaJUaNUEKJEVsJ9SslRoxQR6iHUEpsoUaMOEIdy5WWK6WO2EqMEuoHocRWYtQRoz4LtYU6YpQYJUaJUVuMElsJJdSxXGm50ssfasQRWxx1xCix1VZCjRj1ndhqhNpKjBo1YpTYaoQSagv1sFxpudLLU4xQQo1QYtQIJdRDjVCjjvpOHTFKjBJKbPFQWygltlAj1LFcablS6ohRI5TYaoQ6Yiuhthg1YpRQ3wkljhrxUEIJNWKrI5QY9W650nKl1BFKbDVilFDiqC1GiVEfxKjPQm2hRoza4qh3MeqDGHUsV1qu9PKXElsoIbYSW6gjRgkllFBbfalGqBFbjThqxFEPocR3listV3r5QgklHmKUUOJdbHXECPWlUFsdoT6ro8RDHfGwXGm50stfYoQSo8RRQomthBox4qHEd0JtJbZSQgkl1BajjhgxQo14t1xpuVLqZzHqg1BbKDFqi1Ej1L8JNWKUGDVCCbWF2kIJ9W650nKllz/EBzVKbHWU+CzUEepL8UEpoUYJJYRSo0YcoUZ8tlxpudLLUz3EKLHVCDVCPZQYtZX4WT3EVkcJNUKJUWrEqK2EUA/LlZYrvfwlttpCjdhKbKFGqC0e6ldiqyOUEmoLNUpsMeKIUUIdy5WWK738TiglthqhhDpKKDFCjVD/Jo7aYsRDKKGOGPFuudJypZffqa3EUWKrLUaoEVv9F3XEqC1GjTpCbfXBcqXlSi9/qc9CiVFbKDFilBJKqBHqZ/VBbLWFeggl3tUW6liutFzp5Sk+C7WVUGKEGiXEUVsJ9Z34Tr0LNUJtNUocpR6WKy1XSt1oudJypeVKy5WWKy1XWq60XGm50nKl5Ur/A0p99wVbDBf1AAAAAElFTkSuQmCC";

/** A picture of one QR code, a PNG in base64: eight pixels per module, a byte of grey per pixel. */
export function qrCodeOf(text: string): string {
  const rows = encode(text, { ecc: "M", border: 4 }).data.map((row) =>
    Buffer.from([0, ...row.flatMap((dark) => Array<number>(8).fill(dark ? 0 : 255))]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length * 8, 0);
  header.writeUInt32BE(rows.length * 8, 4);
  header.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => Array<Buffer>(8).fill(row))));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]).toString("base64");
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
