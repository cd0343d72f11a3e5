// The roles of colors: readable in both themes, and clearly apart from each other.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandColors } from '../../contract/brand-mark.ts';

const css = readFileSync('web/ui/tokens.css', 'utf8');
const themes = {
  light: css.slice(css.indexOf(':root {'), css.indexOf('@media (prefers-color-scheme: dark)')),
  dark: css.slice(css.indexOf(':root[data-theme="dark"]'), css.indexOf('/* Elements inside')),
};
type Theme = keyof typeof themes;

function colorOf(theme: Theme, name: string): string {
  const [, color] = themes[theme].match(new RegExp(`--${name}: (#[0-9a-f]{6});`)) ?? [];
  if (!color) throw new Error(`No --${name} in the ${theme} theme`);
  return color;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const contrast = (one: string, other: string) => contrastOf(colorOf(theme, one), colorOf(theme, other));

  test.each(['brand', 'views', 'green', 'yellow', 'blue', 'red', 'purple', 'orange', 'grey'])(
    'the text of %s is readable on its soft ground and on a surface',
    (hue) => {
      expect(contrast(`${hue}-ink`, `${hue}-soft`)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(`${hue}-ink`, 'surface')).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['ink', 'muted'])('%s is readable on every ground', (text) => {
    for (const ground of ['ground', 'surface', 'sunken']) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test('the text of the main button is readable, and the mark and the focus ring stand out', () => {
    for (const accent of ['brand', 'views']) expect(contrast('on-accent', accent)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['ground', 'surface']) {
      for (const shape of ['brand', 'focus', 'red', 'edge'])
        expect(contrast(shape, ground), shape).toBeGreaterThanOrEqual(3);
    }
  });

  test('an error is crimson and the focus ring is blue: neither looks like the brand', () => {
    const distance = (one: string, other: string) => {
      const apart = Math.abs(hueOf(colorOf(theme, one)) - hueOf(colorOf(theme, other)));
      return Math.min(apart, 360 - apart);
    };
    expect(distance('red', 'brand')).toBeGreaterThan(20);
    expect(distance('focus', 'brand')).toBeGreaterThan(90);
  });

  test('the icons have the colors of the theme', () => {
    for (const name of ['brand', 'ink', 'ground'] as const) expect(colorOf(theme, name)).toBe(brandColors[theme][name]);
  });
});

test('the dark theme of the system and the chosen dark theme are the same', () => {
  const valuesOf = (text: string) => [...text.matchAll(/--[\w-]+: [^;]+;/g)].map(([value]) => value);
  const system = css.slice(css.indexOf('@media (prefers-color-scheme: dark)'), css.indexOf(':root[data-theme="dark"]'));
  expect(valuesOf(system)).toEqual(valuesOf(themes.dark));
});
