// Compares images: sharp reduces both to few colors, pixelmatch counts the pixels that differ.
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

export type Difference = {
  /** Different pixels of the larger image by the limit that was exceeded, 0 to 1; 0 when the images are alike. */
  share: number;
  /** The reference, the image and the differences side by side, as WebP; null when the images are alike. */
  sideBySide: Buffer | null;
};

/**
 * `threshold`: of the range between black and white. `tolerated`: the share of pixels that may exceed it. The first limit
 * finds changed shapes, the second changed tints of surfaces. Edges of letters may fall differently from run to run.
 */
const limits = [
  { threshold: 0.1, tolerated: 0.0005 },
  { threshold: 0.02, tolerated: 0.1 },
];
/** Enough for small colored marks; more make no difference to a page of text. */
const colors = 32;
const gapPx = 16;

/** Small enough for the repository. The same pixels always become the same bytes. */
export async function reduced(image: Buffer): Promise<Buffer> {
  const png = await sharp(image).png({ palette: true, colors, dither: 0 }).toBuffer();
  return sharp(png).webp({ lossless: true }).toBuffer();
}

/** `reference` is a reduced image, `png` the screenshot as taken. */
export async function differenceOf(reference: Buffer, png: Buffer): Promise<Difference> {
  const images = [reference, await reduced(png)];
  const sizes = await Promise.all(images.map((image) => sharp(image).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [before, after] = (await Promise.all(images.map((image) => pixelsOf(image, width, height)))) as [
    Buffer,
    Buffer,
  ];
  for (const { threshold, tolerated } of limits) {
    const marked = Buffer.alloc(before.length);
    const count = pixelmatch(before, after, marked, width, height, { threshold, includeAA: true });
    const share = count / (width * height);
    if (share > tolerated) return { share, sideBySide: await joined([before, after, marked], width, height) };
  }
  return { share: 0, sideBySide: null };
}

/** RGBA on a canvas of the given size; what the image does not cover differs from every page. */
async function pixelsOf(image: Buffer, width: number, height: number): Promise<Buffer> {
  const canvas = sharp({ create: { width, height, channels: 4, background: '#f0f' } });
  return canvas
    .composite([{ input: image, left: 0, top: 0 }])
    .raw()
    .toBuffer();
}

async function joined(images: Buffer[], width: number, height: number): Promise<Buffer> {
  const size = { width: images.length * (width + gapPx) - gapPx, height, channels: 4, background: '#888' } as const;
  const placed = images.map((input, at) => ({
    input,
    raw: { width, height, channels: 4 as const },
    left: at * (width + gapPx),
    top: 0,
  }));
  return sharp({ create: size }).composite(placed).webp({ quality: 80 }).toBuffer();
}
