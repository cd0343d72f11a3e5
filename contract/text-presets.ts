/** `specified`: the texts of the specification. `plain`: calmer ones in place of its jokes and promises. */
export const textPresets = ['specified', 'plain'] as const;
export type TextPreset = (typeof textPresets)[number];

export const presetTitles: Record<TextPreset, string> = { specified: 'As specified', plain: 'Plain' };
