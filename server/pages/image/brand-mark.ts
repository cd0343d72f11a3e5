// The mark of the store on a grid of 32: a disc and three rays, as outlines.
import { type Canvas, fillPath, type Rgb } from './canvas.ts';

const rays: [fromX: number, fromY: number, toX: number, toY: number][] = [
  [19.5, 5.5, 20.3, 8.5],
  [25.5, 9, 22.7, 11.3],
  [28, 15.5, 24.6, 15.7],
];
const rayHalfWidth = 1.375;

export function drawBrandMark(canvas: Canvas, at: { x: number; y: number; sizePx: number; color: Rgb }): void {
  const placing = { x: at.x, y: at.y, scale: at.sizePx / 32 };
  fillPath(canvas, discPath(13, 19, 9), placing, at.color);
  for (const ray of rays) fillPath(canvas, rayPath(...ray), placing, at.color);
}

/** The same as an SVG file. */
export function brandMarkSvg(color: string): string {
  const lines = rays.map(([fromX, fromY, toX, toY]) => `M${fromX} ${fromY} ${toX} ${toY}`).join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<circle cx="13" cy="19" r="9" fill="${color}"/>` +
    `<path d="${lines}" fill="none" stroke="${color}" stroke-width="${2 * rayHalfWidth}" stroke-linecap="round"/></svg>`
  );
}

/** A rectangle with round ends. */
export function pillPath(width: number, height: number): string {
  const radius = height / 2;
  return rayPath(radius, radius, width - radius, radius, radius);
}

function discPath(x: number, y: number, radius: number): string {
  return rayPath(x, y, x, y, radius);
}

// A thick line with round ends, as a polygon fine enough for any size drawn here.
function rayPath(fromX: number, fromY: number, toX: number, toY: number, halfWidth = rayHalfWidth): string {
  const direction = Math.atan2(toY - fromY, toX - fromX);
  const steps = 48;
  const half = (x: number, y: number, start: number) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const angle = start + (Math.PI * step) / steps;
      return `${(x + halfWidth * Math.cos(angle)).toFixed(4)} ${(y + halfWidth * Math.sin(angle)).toFixed(4)}`;
    });
  const points = [...half(toX, toY, direction - Math.PI / 2), ...half(fromX, fromY, direction + Math.PI / 2)];
  return `M${points.join('L')}Z`;
}
