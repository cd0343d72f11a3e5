// The color and the logo of a store. Pages and emails derive their colors from the one that the operator chose.
// Pure, without zod.
import { brandColors } from './brand-mark.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';

type Rgb = readonly [number, number, number];
/** `soft`: a ground behind text of `ink`. */
export type BrandPalette = Record<'light' | 'dark', { brand: string; soft: string; ink: string }>;

export const logoLimits = { bytes: 64 * 1024, leastPx: 16, mostPx: 1_000 } as const;
export const logoTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The least contrast of text, by WCAG level AA. */
const leastContrast = 4.5;
const white = '#ffffff';
const black = '#000000';
/** As in `web/ui/tokens.css`: the cards of the dark pages, and the text on the brand color there. */
const darkSurface = '#1e1a17';
const darkOnBrand = '#1a0e0b';

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** What is wrong with a color of the brand. The color of dark pages is derived from it and always fits. */
export function brandColorProblem(color: string): StoreMessage | null {
  if (color === '') return null;
  if (!isColor(color)) return { code: 'brand_color_invalid' };
  const contrast = computeContrast(color, brandColors.light.ground);
  if (contrast >= leastContrast) return null;
  const suggestion = mixUntil(
    color,
    black,
    (mixed) => computeContrast(mixed, brandColors.light.ground) >= leastContrast,
  );
  return storeMessage('brand_color_contrast', { contrast: Math.floor(contrast * 10) / 10, suggestion });
}

/** `color`: one without a problem. Null: the colors of the store's own mark. */
export function brandPalette(color: string): BrandPalette | null {
  if (color === '') return null;
  const dark = mixUntil(
    color,
    white,
    (mixed) =>
      computeContrast(mixed, darkSurface) >= leastContrast && computeContrast(mixed, darkOnBrand) >= leastContrast,
  );
  return {
    light: { brand: color, soft: mix(color, white, 0.9), ink: mix(color, black, 0.2) },
    dark: { brand: dark, soft: mix(dark, brandColors.dark.ground, 0.82), ink: mix(dark, white, 0.2) },
  };
}

/** What a public page adds to its style; empty for a store with neither color nor logo. */
export function brandStyle({ color, logo }: { color: string; logo: string }): string {
  // Beats the rules of images, which are in a layer.
  const image = logoStyle(readLogo(logo));
  const palette = brandPalette(color);
  if (palette === null) return image;
  const rule = ({ brand, soft, ink }: BrandPalette['light']) =>
    `{--brand:${brand};--brand-soft:${soft};--brand-ink:${ink}}`;
  const dark = rule(palette.dark);
  return `${image}:root${rule(palette.light)}@media (prefers-color-scheme:dark){:root:not([data-theme="light"])${dark}}:root[data-theme="dark"]${dark}`;
}

// A wide logo has the name in it, and on a phone no room beside it: there the name is for screen readers alone.
function logoStyle(logo: Logo | null): string {
  if (logo === null) return '';
  const rules = '.logo{height:2rem;width:auto;max-width:8rem;object-fit:contain;flex:none}';
  if (logo.width < 2 * logo.height) return rules;
  return `${rules}@media (max-width:39.9375rem){.logo+span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}`;
}

/** A logo is named after its content and size, so that a page has both before it loads: "1f…c0-240x60.png". */
const logoName = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})\.(png|jpg|webp)$/;

export type Logo = { path: string; width: number; height: number; type: string };

/** Null for a store without one. */
export function readLogo(name: string): Logo | null {
  const [, width, height, ending] = name.match(logoName) ?? [];
  if (ending === undefined) return null;
  const type = logoTypes[ending as keyof typeof logoTypes];
  return { path: `/logo/${name}`, width: Number(width), height: Number(height), type };
}

export function computeContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixUntil(color: string, other: string, fits: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, other, share);
    if (fits(mixed)) return mixed;
  }
  return other;
}

/** `share`: that of the second color. */
function mix(color: string, other: string, share: number): string {
  const second = parse(other);
  const parts = parse(color).map((part, at) => Math.round(part + ((second[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function parse(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}
