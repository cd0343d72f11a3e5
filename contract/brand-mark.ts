// The mark of the store: two clapping hands with three rays, as lines with round ends on a grid of 32.

export type MarkStroke = {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  width: number;
  /** The left hand has the color of the text, everything else the brand color. */
  tone: 'ink' | 'brand';
};

export const markSize = 32;

export const markStrokes: readonly MarkStroke[] = [
  { fromX: 13.1, fromY: 13, toX: 8, toY: 26.5, width: 6.4, tone: 'ink' },
  { fromX: 18.9, fromY: 13, toX: 24, toY: 26.5, width: 6.4, tone: 'brand' },
  { fromX: 16, fromY: 2, toX: 16, toY: 5.6, width: 2.4, tone: 'brand' },
  { fromX: 8.7, fromY: 4.3, toX: 10.3, toY: 7.3, width: 2.4, tone: 'brand' },
  { fromX: 23.3, fromY: 4.3, toX: 21.7, toY: 7.3, width: 2.4, tone: 'brand' },
];

/** The colors of the mark and of the ground that it stands on, as in `web/ui/tokens.css`. */
export const brandColors = {
  light: { brand: '#d43a2c', ink: '#1d1815', ground: '#faf6f0' },
  dark: { brand: '#ff7362', ink: '#f6f0e9', ground: '#151210' },
} as const;

/** SVG path data of one stroke. */
export function markPath({ fromX, fromY, toX, toY }: MarkStroke): string {
  return `M${fromX} ${fromY} ${toX} ${toY}`;
}
