// A QR code as a PNG of one bit a pixel, for pages and emails, which load no image of another place.
import { deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { joinPng } from './png-chunks.ts';

/** `scale`: pixels a side of one module. Black on white, with the border that cameras need. */
export function drawQrCode(text: string, scale = 1): Buffer {
  const { data, size } = encode(text, { border: 4 });
  const side = size * scale;
  const stride = Math.ceil(side / 8);
  // Each row begins with its filter: none. A bit that is set is white.
  const rows = Buffer.alloc((stride + 1) * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) continue;
      const at = y * (stride + 1) + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return joinPng(side, side, [1, 0, 0, 0, 0], deflateSync(rows, { level: 9 }));
}
