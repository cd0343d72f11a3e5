// A QR code as a PNG of one bit a pixel, for pages and emails, which load no image of another place.
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

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
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}
