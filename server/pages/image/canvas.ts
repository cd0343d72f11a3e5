// A small raster: fills outlines given as SVG path data, with smooth edges.

/** Straight alpha, four bytes a pixel, rows from the top. */
export type Canvas = { width: number; height: number; pixels: Uint8ClampedArray };
export type Rgb = readonly [red: number, green: number, blue: number];
/** Applied to a path: scaled (`scaleY` negative turns it upside down), then moved. */
export type Placing = { x: number; y: number; scale: number; scaleY?: number };

type Point = { x: number; y: number };
const curveSteps = 12;

/** Of a color such as `#d43a2c`. */
export function parseRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Transparent where there is no background. */
export function createCanvas(width: number, height: number, background?: Rgb): Canvas {
  const pixels = new Uint8ClampedArray(width * height * 4);
  if (background) for (let at = 0; at < pixels.length; at += 4) pixels.set([...background, 255], at);
  return { width, height, pixels };
}

/** Fills a path of M, L, Q, C and Z with absolute numbers. Contours of one direction add up, holes run the other way. */
export function fillPath(canvas: Canvas, path: string, placing: Placing, color: Rgb): void {
  const contours = parseContours(path, placing);
  const points = contours.flat();
  const top = Math.max(0, Math.floor(Math.min(...points.map(({ y }) => y))));
  const bottom = Math.min(canvas.height, Math.ceil(Math.max(...points.map(({ y }) => y))));
  if (points.length === 0 || top >= bottom) return;
  // Each edge's change of the coverage to its right: one cell more than pixels.
  const edges = new Float32Array((canvas.width + 2) * (bottom - top));
  for (const contour of contours) {
    for (const [index, from] of contour.entries()) {
      addEdge(edges, canvas.width + 2, top, bottom, from, contour[(index + 1) % contour.length] ?? from);
    }
  }
  blend(canvas, edges, top, bottom, color);
}

// The exact area that an edge covers in each pixel of each row it passes.
function addEdge(edges: Float32Array, stride: number, top: number, bottom: number, a: Point, b: Point): void {
  if (a.y === b.y) return;
  const [upper, lower, sign] = a.y < b.y ? [a, b, 1] : [b, a, -1];
  const slope = (lower.x - upper.x) / (lower.y - upper.y);
  const most = stride - 2;
  const first = Math.max(top, Math.floor(upper.y));
  for (let row = first; row < Math.min(bottom, Math.ceil(lower.y)); row += 1) {
    const from = Math.max(row, upper.y);
    const to = Math.min(row + 1, lower.y);
    if (to <= from) continue;
    const height = (to - from) * sign;
    const xFrom = clamp(upper.x + (from - upper.y) * slope, most);
    const xTo = clamp(upper.x + (to - upper.y) * slope, most);
    addSpan(edges, (row - top) * stride, Math.min(xFrom, xTo), Math.max(xFrom, xTo), height);
  }
}

function addSpan(edges: Float32Array, base: number, left: number, right: number, height: number): void {
  const add = (cell: number, by: number) => {
    edges[base + cell] = (edges[base + cell] ?? 0) + by;
  };
  const firstCell = Math.floor(left);
  const lastCell = Math.ceil(right);
  if (lastCell <= firstCell + 1) {
    const middle = (left + right) / 2 - firstCell;
    add(firstCell, height * (1 - middle));
    add(firstCell + 1, height * middle);
    return;
  }
  // The edge crosses several pixels of this row: the coverage to its right grows from the first to the last.
  let covered = 0;
  for (let cell = firstCell; cell < lastCell; cell += 1) {
    const from = Math.max(left, cell);
    const to = Math.min(right, cell + 1);
    const share = (to - from) / (right - left);
    const before = (from - left) / (right - left);
    const total = before * 1 + share * (cell + 1 - (from + to) / 2);
    add(cell, height * (total - covered));
    covered = total;
  }
  add(lastCell, height * (1 - covered));
}

function blend({ width, pixels }: Canvas, edges: Float32Array, top: number, bottom: number, color: Rgb): void {
  for (let row = top; row < bottom; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += edges[(row - top) * (width + 2) + column] ?? 0;
      const cover = Math.min(1, Math.abs(sum));
      if (cover < 1 / 512) continue;
      const at = (row * width + column) * 4;
      const under = ((pixels[at + 3] ?? 0) / 255) * (1 - cover);
      const alpha = cover + under;
      for (const [channel, value] of color.entries()) {
        pixels[at + channel] = (value * cover + (pixels[at + channel] ?? 0) * under) / alpha;
      }
      pixels[at + 3] = alpha * 255;
    }
  }
}

function parseContours(path: string, { x, y, scale, scaleY = scale }: Placing): Point[][] {
  const contours: Point[][] = [];
  for (const [, command = '', written = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = (written.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    const points: Point[] = [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      points.push({ x: x + (numbers[at] ?? 0) * scale, y: y + (numbers[at + 1] ?? 0) * scaleY });
    }
    if (command === 'M') contours.push([]);
    const contour = contours.at(-1);
    const from = contour?.at(-1);
    if (command === 'Q' || command === 'C') contour?.push(...(from ? curve([from, ...points]) : []));
    else contour?.push(...points);
  }
  return contours.filter((contour) => contour.length > 1);
}

// By de Casteljau: the points between the first and the last, of a curve of any degree.
function curve(controls: Point[]): Point[] {
  return Array.from({ length: curveSteps }, (_, step) => {
    const t = (step + 1) / curveSteps;
    let points = controls;
    while (points.length > 1) {
      points = points.slice(1).map((end, index) => {
        const start = points[index] ?? end;
        return { x: start.x + (end.x - start.x) * t, y: start.y + (end.y - start.y) * t };
      });
    }
    return points[0] ?? { x: 0, y: 0 };
  });
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
