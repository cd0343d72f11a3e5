// Compares and develops pictures in the browser itself, on a page that shows nothing: it can decode what it has made.
import type { Page } from 'playwright-core';

export type Difference = {
  /** Of the picture, 0 to 1: how much is clearly different. */
  share: number;
  /** Both pictures side by side with what differs marked, as WebP; null when they are alike. */
  marked: Buffer | null;
};

/** Of what is small. */
export const toleratedShare = 0.002;

/**
 * A neighbourhood counts as different when its mean colour is off by more than this, of 255. Small ones tell a letter from
 * its neighbour, whose edges may fall differently and are not exact in few colours; large ones tell one tint from another.
 */
const clearlyOff = [
  { blockPx: 4, off: 24, tolerated: toleratedShare },
  { blockPx: 16, off: 6, tolerated: 0.015 },
];
/** Few enough for a picture of a page of text to stay small, in a format that then loses nothing. */
const colours = 16;

/** Small enough to be kept with the code: in the colours that matter most, each pixel in the nearest one of them. */
export async function developed(darkroom: Page, png: Buffer): Promise<Buffer> {
  const base64 = await darkroom.evaluate(
    async ([source, count]) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const { width, height } = picture;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) return '';
      context.drawImage(picture, 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      const nearest = nearestOf(pixels);
      const reduced = pixels.map((colour) => nearest.get(colour) ?? colour);
      context.putImageData(new ImageData(new Uint8ClampedArray(reduced.buffer), width, height), 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

      /** Takes one colour after the other: the one that most pixels are farthest from so far. */
      function nearestOf(all: Uint32Array): Map<number, number> {
        const used = new Map<number, number>();
        // A tint of a surface has to be exact; at the edge of a letter something near is enough.
        const isFlat = (at: number) => all[at - 1] === all[at] && all[at - width] === all[at];
        all.forEach((colour, at) => {
          used.set(colour, (used.get(colour) ?? 0) + (isFlat(at) ? 16 : 1));
        });
        const known = [...used].map(([colour, uses]) => ({ colour, uses, off: 1e6, nearest: colour }));
        for (let taken = 0; taken < count; taken += 1) {
          const next = known.reduce((one, other) => (other.uses * other.off > one.uses * one.off ? other : one));
          for (const one of known) {
            const off = distance(one.colour, next.colour);
            if (off < one.off) Object.assign(one, { off, nearest: next.colour });
          }
        }
        return new Map(known.map(({ colour, nearest }) => [colour, nearest]));
      }
      function distance(one: number, other: number): number {
        const part = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255);
        return part(0) ** 2 + part(8) ** 2 + part(16) ** 2;
      }
    },
    [addressOf(png, 'png'), colours] as const,
  );
  return Buffer.from(base64, 'base64');
}

export async function differenceOf(darkroom: Page, reference: Buffer, png: Buffer): Promise<Difference> {
  const { share, marked } = await darkroom.evaluate(
    async ({ before, after, clearlyOff }) => {
      const [old, now] = await Promise.all([read(before), read(after)]);
      const size = { width: Math.max(old.width, now.width), height: Math.max(old.height, now.height) };
      const [pixelsBefore, pixelsNow] = [pixelsOf(old), pixelsOf(now)];
      const found = clearlyOff.map(({ blockPx, off }) => differing(blockPx, off));
      const tooMuch = found.find(({ share }, at) => share > (clearlyOff[at]?.tolerated ?? 0));
      return { share: Math.max(...found.map(({ share }) => share)), marked: tooMuch ? await mark(tooMuch) : null };

      type Found = { blockPx: number; places: [number, number][]; share: number };

      function differing(blockPx: number, off: number): Found {
        const places: [number, number][] = [];
        for (let y = 0; y < size.height; y += blockPx) {
          for (let x = 0; x < size.width; x += blockPx) if (differs(x, y, blockPx, off)) places.push([x, y]);
        }
        const all = Math.ceil(size.width / blockPx) * Math.ceil(size.height / blockPx);
        return { blockPx, places, share: places.length / all };
      }
      async function read(address: string): Promise<ImageBitmap> {
        return createImageBitmap(await (await fetch(address)).blob());
      }
      function pixelsOf(picture: ImageBitmap): Uint8ClampedArray {
        const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
        context?.drawImage(picture, 0, 0);
        return context?.getImageData(0, 0, size.width, size.height).data ?? new Uint8ClampedArray();
      }
      function differs(left: number, top: number, block: number, off: number): boolean {
        const sums = [0, 0, 0];
        let count = 0;
        for (let y = top; y < Math.min(top + block, size.height); y += 1) {
          for (let x = left; x < Math.min(left + block, size.width); x += 1) {
            const at = (y * size.width + x) * 4;
            count += 1;
            for (let part = 0; part < 3; part += 1) {
              sums[part] = (sums[part] ?? 0) + (pixelsNow[at + part] ?? 0) - (pixelsBefore[at + part] ?? 0);
            }
          }
        }
        return sums.some((sum) => Math.abs(sum) > off * count);
      }
      async function mark({ places, blockPx }: Found): Promise<string> {
        const canvas = new OffscreenCanvas(size.width * 3 + 32, size.height);
        const context = canvas.getContext('2d');
        if (!context) return '';
        context.drawImage(old, 0, 0);
        context.drawImage(now, size.width + 16, 0);
        context.globalAlpha = 0.25;
        context.drawImage(now, size.width * 2 + 32, 0);
        context.globalAlpha = 1;
        context.fillStyle = '#e00';
        for (const [x, y] of places) context.fillRect(size.width * 2 + 32 + x, y, blockPx, blockPx);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      }
    },
    { before: addressOf(reference, 'webp'), after: addressOf(png, 'png'), clearlyOff },
  );
  return { share, marked: marked === null ? null : Buffer.from(marked, 'base64') };
}

function addressOf(picture: Buffer, type: 'png' | 'webp'): string {
  return `data:image/${type};base64,${picture.toString('base64')}`;
}
