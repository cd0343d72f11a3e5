// Writes a canvas as PNG, or as an icon file around one.
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { joinPng } from '../../platform/png-chunks.ts';
import type { Canvas } from './canvas.ts';

const colorWithAlpha = 6;
const filterUp = 2;

export async function encodePng({ width, height, pixels }: Canvas): Promise<Buffer> {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const at = row * (stride + 1);
    rows[at] = filterUp;
    for (let byte = 0; byte < stride; byte += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + byte] ?? 0);
      rows[at + 1 + byte] = ((pixels[row * stride + byte] ?? 0) - above) & 0xff;
    }
  }
  return joinPng(width, height, [8, colorWithAlpha, 0, 0, 0], await promisify(deflate)(rows, { level: 9 }));
}

/** One picture of at most 255 pixels a side. */
export async function encodeIco(canvas: Canvas): Promise<Buffer> {
  const png = await encodePng(canvas);
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([canvas.width, canvas.height], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
