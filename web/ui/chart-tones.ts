// The colours of charts (ADM-ANA-11, A-81): six, in the order in which parts of a chart take them.

export type ChartTone = 'purple' | 'green' | 'blue' | 'yellow' | 'red' | 'cyan' | 'grey';

export const chartPalette = [
  'purple',
  'green',
  'blue',
  'yellow',
  'red',
  'cyan',
] as const satisfies readonly ChartTone[];

/** The colour of the n-th part; after six they come again. */
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
