import type jsQR from "jsqr";

// Small codes in large photos want detail, large codes in noisy ones less of it.
const sides = [1_000, 1_800, 500];

/** Parts of an image as shares of its sides: the whole, then overlapping halves and quarters. */
const parts = [1, 1 / 2].flatMap((width) =>
  [1, 1 / 2].flatMap((height) =>
    starts(width).flatMap((left) => starts(height).map((top) => ({ left, top, width, height }))),
  ),
);

function starts(share: number): number[] {
  return share === 1 ? [0] : [0, 1 / 4, 1 / 2];
}

/** The texts of all QR codes in an image, read in this browser. Throws when the file is no image. */
export async function decodeImage(file: Blob): Promise<string[]> {
  const [{ default: decode }, bitmap] = await Promise.all([import("jsqr"), createImageBitmap(file)]);
  try {
    for (const side of sides) {
      const texts = await decodeAll(decode, bitmap, Math.min(1, side / Math.max(bitmap.width, bitmap.height)));
      if (texts.length > 0) return texts;
    }
    return [];
  } finally {
    bitmap.close();
  }
}

/**
 * The decoder finds one code per picture, so it runs on parts of the image, and codes already read are painted over.
 */
async function decodeAll(decode: typeof jsQR, bitmap: ImageBitmap, scale: number): Promise<string[]> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return [];
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const texts: string[] = [];
  for (const part of parts) {
    const left = Math.floor(part.left * canvas.width);
    const top = Math.floor(part.top * canvas.height);
    const { data, width, height } = context.getImageData(
      left,
      top,
      Math.max(1, Math.ceil(part.width * canvas.width)),
      Math.max(1, Math.ceil(part.height * canvas.height)),
    );
    const found = decode(data, width, height, { inversionAttempts: "attemptBoth" });
    // Yields to the page between two attempts.
    await new Promise((resolve) => window.setTimeout(resolve, 0));
    if (!found) continue;
    if (found.data && !texts.includes(found.data)) texts.push(found.data);
    const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = found.location;
    context.beginPath();
    for (const { x, y } of [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner])
      context.lineTo(left + x, top + y);
    context.fill();
  }
  return texts;
}
