// The type and the size of an uploaded image, from its bytes alone. Other formats, and SVG with its scripts, are refused.
import { createHash } from 'node:crypto';
import { logoLimits, type logoTypes } from '../../../contract/brand.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';

/** `end`: where the image ends. Cameras and editors write more behind it. */
type ImageFacts = { ending: keyof typeof logoTypes; width: number; height: number; end: number };

/** The image alone, without what stands behind it, and its name (`readLogo`). Throws invalid_input, field `image`. */
export function readLogoUpload(sent: string): { name: string; image: Buffer } {
  const file = Buffer.from(sent, 'base64');
  if (file.length > logoLimits.bytes)
    throw refused(storeMessage('logo_too_big', { kilobytes: logoLimits.bytes / 1024 }));
  const facts = readPng(file) ?? readJpeg(file) ?? readWebp(file);
  if (facts === null) throw refused({ code: 'logo_type' });
  const { ending, width, height, end } = facts;
  const { leastPx: least, mostPx: most } = logoLimits;
  if ([width, height].some((side) => side < least || side > most))
    throw refused(storeMessage('logo_size', { least, most }));
  const image = file.subarray(0, end);
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return { name: `${hash}-${width}x${height}.${ending}`, image };
}

function refused(reason: StoreMessage): StoreError {
  return new StoreError('invalid_input', { reason, field: 'image' });
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(image: Buffer): ImageFacts | null {
  if (!image.subarray(0, pngStart.length).equals(pngStart)) return null;
  // The signature, then chunks of a length, a type, their data and a checksum.
  let at = 8;
  while (at + 12 <= image.length) {
    const end = at + 12 + image.readUInt32BE(at);
    if (end > image.length) return null;
    const isLast = image.toString('latin1', at + 4, at + 8) === 'IEND';
    if (isLast) return { ending: 'png', width: image.readUInt32BE(16), height: image.readUInt32BE(20), end };
    at = end;
  }
  return null;
}

/** The size is in the first frame header, after segments of any length. */
function readJpeg(image: Buffer): ImageFacts | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return null;
  let size: Pick<ImageFacts, 'width' | 'height'> | null = null;
  let at = 2;
  while (at + 2 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (marker === 0xd9) return size && { ending: 'jpg', ...size, end: at + 2 };
    if (at + 4 > image.length) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 9 <= image.length)
      size ??= { height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) };
    at += 2 + image.readUInt16BE(at + 2);
    // Pixels have no length: they end at the next marker.
    if (marker === 0xda) while (at < image.length && !isMarker(image, at)) at += 1;
  }
  return null;
}

/** Among pixels, FF 00 is a value, and FF D0 to FF D7 are restarts. */
function isMarker(image: Buffer, at: number): boolean {
  const next = image[at + 1] ?? 0;
  return image[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7);
}

function readWebp(image: Buffer): ImageFacts | null {
  const isWebp =
    image.length >= 30 && image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP';
  const end = isWebp ? image.readUInt32LE(4) + 8 : 0;
  if (end < 30 || end > image.length) return null;
  const of = (width: number, height: number): ImageFacts => ({ ending: 'webp', width, height, end });
  switch (image.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return of(image.readUInt16LE(26) & 0x3fff, image.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = image.readUInt32LE(21);
      return of((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return of(image.readUIntLE(24, 3) + 1, image.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}
