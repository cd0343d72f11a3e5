// The mark of the store as a raster and as an SVG file.
import { brandColors, type MarkStroke, markPath, markSize, markStrokes } from '../../../contract/brand-mark.ts';
import { type Canvas, fillPath, type Rgb } from './canvas.ts';

export type MarkColors = Record<MarkStroke['tone'], Rgb>;
type Placed = { x: number; y: number; sizePx: number };

export function drawBrandMark(canvas: Canvas, { x, y, sizePx }: Placed, colors: MarkColors): void {
  for (const { tone, fromX, fromY, toX, toY, width } of markStrokes) {
    fillPath(canvas, strokePath(fromX, fromY, toX, toY, width / 2), { x, y, scale: sizePx / markSize }, colors[tone]);
  }
}

/** An icon that follows the theme of the browser. */
export function brandMarkSvg(): string {
  const { light, dark } = brandColors;
  const lines = markStrokes.map(
    (stroke) => `<path class="${stroke.tone}" stroke-width="${stroke.width}" d="${markPath(stroke)}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}" fill="none" stroke-linecap="round">` +
    `<style>.ink{stroke:${light.ink}}.brand{stroke:${light.brand}}` +
    `@media(prefers-color-scheme:dark){.ink{stroke:${dark.ink}}.brand{stroke:${dark.brand}}}</style>` +
    `${lines.join('')}</svg>`
  );
}

/** A rectangle with round ends. */
export function pillPath(width: number, height: number): string {
  const radius = height / 2;
  return strokePath(radius, radius, width - radius, radius, radius);
}

// A thick line with round ends, as a polygon fine enough for any size drawn here.
function strokePath(fromX: number, fromY: number, toX: number, toY: number, halfWidth: number): string {
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
