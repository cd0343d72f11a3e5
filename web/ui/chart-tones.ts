// The six colors of charts, in order of use.

export type ChartTone = 'purple' | 'green' | 'blue' | 'yellow' | 'red' | 'cyan' | 'grey';

export const chartPalette = [
  'purple',
  'green',
  'blue',
  'yellow',
  'red',
  'cyan',
] as const satisfies readonly ChartTone[];

/** The color of the n-th series. The colors repeat after six. */
export function paletteTone(at: number): ChartTone {
  return chartPalette[at % chartPalette.length] ?? 'grey';
}

export const toneFill: Record<ChartTone, string> = {
  purple: 'fill-purple',
  green: 'fill-green',
  blue: 'fill-blue',
  yellow: 'fill-yellow',
  red: 'fill-red',
  cyan: 'fill-cyan',
  grey: 'fill-grey',
};

export const toneStroke: Record<ChartTone, string> = {
  purple: 'stroke-purple',
  green: 'stroke-green',
  blue: 'stroke-blue',
  yellow: 'stroke-yellow',
  red: 'stroke-red',
  cyan: 'stroke-cyan',
  grey: 'stroke-grey',
};
