// The type and the size of an uploaded image, from its bytes alone. Other formats, and SVG with its scripts, are refused.
import { createHash } from 'node:crypto';
import { logoLimits, type logoTypes } from '../../../contract/brand.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';

type ImageFacts = { ending: keyof typeof logoTypes; width: number; height: number };

/** The image with its name (`readLogo`). Throws invalid_input, field `image`. */
export function readLogoUpload(sent: string): { name: string; image: Buffer } {
  const image = Buffer.from(sent, 'base64');
  if (image.length > logoLimits.bytes)
    throw refused(storeMessage('logo_too_big', { kilobytes: logoLimits.bytes / 1024 }));
  const facts = readPng(image) ?? readJpeg(image) ?? readWebp(image);
  if (facts === null) throw refused({ code: 'logo_type' });
  const { ending, width, height } = facts;
  const { leastPx: least, mostPx: most } = logoLimits;
  if ([width, height].some((side) => side < least || side > most))
    throw refused(storeMessage('logo_size', { least, most }));
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return { name: `${hash}-${width}x${height}.${ending}`, image };
}

function refused(reason: StoreMessage): StoreError {
  return new StoreError('invalid_input', { reason, field: 'image' });
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngEnd = Buffer.from('49454e44ae426082', 'hex');

function readPng(image: Buffer): ImageFacts | null {
  if (image.length < 45 || !image.subarray(0, 16).equals(pngStart) || !image.subarray(-8).equals(pngEnd)) return null;
  return { ending: 'png', width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
}

/** The size is in the first frame header, after segments of any length. */
function readJpeg(image: Buffer): ImageFacts | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8 || image.readUInt16BE(image.length - 2) !== 0xffd9)
    return null;
  let at = 2;
  while (at + 9 < image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { ending: 'jpg', height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) };
    at += 2 + image.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(image: Buffer): ImageFacts | null {
  const isWebp =
    image.length >= 30 && image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp || image.readUInt32LE(4) + 8 !== image.length) return null;
  const of = (width: number, height: number): ImageFacts => ({ ending: 'webp', width, height });
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
