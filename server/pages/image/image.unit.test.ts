import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { markPath, markStrokes } from '../../../contract/brand-mark.ts';
import { brandMarkSvg, drawBrandMark, pillPath } from './brand-mark.ts';
import { type Canvas, createCanvas, fillPath, parseRgb } from './canvas.ts';
import { createTextOutlines } from './lettering.ts';
import { encodeIco, encodePng } from './png.ts';

const black = [0, 0, 0] as const;
const white = [255, 255, 255] as const;
const as = { x: 0, y: 0, scale: 1 };
const alphaAt = ({ width, pixels }: Canvas, x: number, y: number) => pixels[(y * width + x) * 4 + 3];
/** What is covered, in pixels. */
const areaOf = ({ pixels }: Canvas) => pixels.reduce((sum, value, at) => sum + (at % 4 === 3 ? value / 255 : 0), 0);

test('a color is read as it is written in a stylesheet', () => {
  expect(parseRgb('#d43a2c')).toEqual([212, 58, 44]);
});

describe('filling a path', () => {
  test('whole pixels are covered whole, parts of pixels in part', () => {
    const canvas = createCanvas(6, 4);
    fillPath(canvas, 'M1 1L3.5 1L3.5 2.5L1 2.5Z', as, black);
    expect([alphaAt(canvas, 1, 1), alphaAt(canvas, 2, 1), alphaAt(canvas, 4, 1), alphaAt(canvas, 0, 1)]).toEqual([
      255, 255, 0, 0,
    ]);
    expect(alphaAt(canvas, 3, 1)).toBeCloseTo(127, -1);
    expect(alphaAt(canvas, 3, 2)).toBeCloseTo(64, -1);
    expect(areaOf(canvas)).toBeCloseTo(3.75, 1);
  });

  test('flat and steep edges both cover the area that they enclose', () => {
    for (const path of ['M1 1L38 3L20 39Z', 'M1 20L39 20.5L39 21L1 20.7Z', 'M5 1L5.4 39L9 39L6 1Z']) {
      const numbers = (path.match(/[\d.]+/g) ?? []).map(Number);
      const points = Array.from(
        { length: numbers.length / 2 },
        (_, at) => [numbers[2 * at], numbers[2 * at + 1]] as [number, number],
      );
      const shoelace = points.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = points[(at + 1) % points.length] ?? [0, 0];
        return sum + x * nextY - nextX * y;
      }, 0);
      const canvas = createCanvas(40, 40);
      fillPath(canvas, path, as, black);
      expect(areaOf(canvas), path).toBeCloseTo(Math.abs(shoelace) / 2, 0);
    }
  });

  test('a contour of the other direction is a hole, overlapping ones of one direction are no darker', () => {
    const ring = createCanvas(10, 10);
    fillPath(ring, 'M0 0L10 0L10 10L0 10ZM3 3L3 7L7 7L7 3Z', as, black);
    expect(areaOf(ring)).toBe(84);
    const both = createCanvas(10, 10);
    fillPath(both, 'M0 0L6 0L6 10L0 10ZM4 0L10 0L10 10L4 10Z', as, black);
    expect(areaOf(both)).toBe(100);
  });

  test('what lies outside is cut off, on every side', () => {
    const canvas = createCanvas(10, 10, white);
    fillPath(canvas, 'M-50 -50L60 -50L60 60L-50 60Z', as, black);
    expect([...canvas.pixels.subarray(0, 4), ...canvas.pixels.subarray(-4)]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
    fillPath(canvas, 'M20 20L30 20L30 30Z', as, white);
    fillPath(canvas, '', as, white);
    expect(areaOf(canvas)).toBe(100);
  });

  test('curves bend: a pill has round ends', () => {
    const canvas = createCanvas(100, 40);
    fillPath(canvas, pillPath(100, 40), as, black);
    expect(areaOf(canvas)).toBeCloseTo(60 * 40 + Math.PI * 400, -2);
    const quarter = createCanvas(20, 20);
    fillPath(quarter, 'M0 0L20 0Q20 20 0 20Z', as, black);
    expect(areaOf(quarter)).toBeCloseTo(400 * (5 / 6), -1);
  });
});

describe('lettering', () => {
  const lettering = createTextOutlines();

  test('measures letters with their kerning, and knows those of Portuguese', () => {
    expect(lettering.measureWidth('', 100)).toBe(0);
    expect(lettering.measureWidth('AV', 100)).toBeLessThan(
      lettering.measureWidth('A', 100) + lettering.measureWidth('V', 100),
    );
    for (const letter of 'ãõçáéíóúâêôàÃÕÇ$,.0123456789-–’')
      expect(lettering.measureWidth(letter, 100), letter).toBeGreaterThan(10);
    expect(lettering.measureWidth('a\u0303', 100)).toBe(lettering.measureWidth('ã', 100));
  });

  test('letters that it lacks are left out', () => {
    expect(lettering.measureWidth('a漢😀b', 100)).toBe(lettering.measureWidth('ab', 100));
  });

  test('breaks lines where the next word no longer fits', () => {
    expect(lettering.breakLines('one two three', 100, 10_000)).toEqual(['one two three']);
    expect(lettering.breakLines('one two three', 100, lettering.measureWidth('one two', 100))).toEqual([
      'one two',
      'three',
    ]);
    expect(lettering.breakLines('enormous word', 100, 1)).toEqual(['enormous', 'word']);
  });

  test('stands on its baseline', () => {
    const canvas = createCanvas(60, 60);
    lettering.draw(canvas, 'E', { x: 2, y: 50, sizePx: 50, color: black });
    const rowsWithInk = Array.from({ length: 60 }, (_, row) => row).filter((row) =>
      canvas.pixels.subarray(row * 240, row * 240 + 240).some((value) => value > 0),
    );
    expect([rowsWithInk[0], rowsWithInk.at(-1)]).toEqual([15, 49]);
  });
});

describe('files', () => {
  test('a PNG holds the pixels that were drawn', async () => {
    const canvas = createCanvas(3, 2, [10, 20, 30]);
    fillPath(canvas, 'M1 1L2 1L2 2L1 2Z', as, white);
    const png = await encodePng(canvas);
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 2]);
    const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    const unfiltered = Buffer.alloc(24);
    for (let row = 0; row < 2; row += 1)
      for (let byte = 0; byte < 12; byte += 1)
        unfiltered[row * 12 + byte] = (rows[row * 13 + 1 + byte] ?? 0) + (row === 0 ? 0 : (unfiltered[byte] ?? 0));
    expect([...unfiltered]).toEqual([...canvas.pixels]);
  });

  test('the mark is the same as a picture and as a file of lines', async () => {
    const canvas = createCanvas(32, 32);
    drawBrandMark(canvas, { x: 0, y: 0, sizePx: 32 }, { ink: black, brand: white });
    const valueAt = (x: number, y: number) => [canvas.pixels[(y * 32 + x) * 4], alphaAt(canvas, x, y)];
    expect([valueAt(10, 20), valueAt(21, 20), alphaAt(canvas, 15, 20)]).toEqual([[0, 255], [255, 255], 0]);
    for (const stroke of markStrokes) expect(brandMarkSvg()).toContain(`d="${markPath(stroke)}"`);
    const ico = await encodeIco(canvas);
    expect([ico.readUInt16LE(2), ico[6], ico.subarray(22, 26).toString('latin1')]).toEqual([1, 32, '\x89PNG']);
    expect(ico.readUInt32LE(14)).toBe(ico.length - 22);
  });
});
