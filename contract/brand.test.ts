import { describe, expect, it } from 'vitest';
import { brandColorProblem, brandPalette, brandStyle, computeContrast, readLogo } from './brand.ts';
import { brandColors } from './brand-mark.ts';

describe('D-87: the color of a store', () => {
  const colors = ['#000000', '#d43a2c', '#b02a1e', '#1f5fe0', '#0a5c36', '#5f27c0', '#7a5200', '#00008b'].filter(
    (color) => brandColorProblem(color) === null,
  );

  it('is readable on light and dark pages, in each place where the pages use it', () => {
    expect(colors.length).toBeGreaterThan(5);
    for (const color of colors) {
      const { light, dark } = brandPalette(color) ?? expect.fail();
      const pairs = [
        [light.brand, '#ffffff'],
        [light.brand, brandColors.light.ground],
        [light.ink, light.soft],
        [dark.brand, '#1a0e0b'],
        [dark.brand, '#1e1a17'],
        [dark.ink, dark.soft],
      ] as const;
      for (const [one, other] of pairs)
        expect(computeContrast(one, other), `${one} ${other}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('that is too light is refused with one that fits', () => {
    const problem = brandColorProblem('#ffcc00') as { params?: { suggestion: string; contrast: number } };
    expect(problem).toMatchObject({ code: 'brand_color_contrast', params: { contrast: 1.4 } });
    expect(brandColorProblem(problem.params?.suggestion ?? '')).toBeNull();
  });

  it.each(['red', '#fff', '#12345g', 'd43a2c', '#d43a2c;}', '#d43a2c '])('%s is no color', (color) => {
    expect(brandColorProblem(color)).toEqual({ code: 'brand_color_invalid' });
  });

  it('adds nothing to a page without color and logo', () => {
    expect(brandStyle({ color: '', logo: '' })).toBe('');
  });
});

it.each(['x.png', '../../etc/passwd', `${'a'.repeat(32)}-10x10.svg`, `${'a'.repeat(32)}-10x10.png/`])(
  'D-87: %s names no logo',
  (name) => expect(readLogo(name)).toBeNull(),
);

it('D-87: on a phone the name of the store stands beside a narrow logo, and not beside a wide one', () => {
  const styleOf = (size: string) => brandStyle({ color: '', logo: `${'a'.repeat(32)}-${size}.png` });
  expect(styleOf('60x60')).not.toContain('span');
  expect(styleOf('240x60')).toContain('@media (max-width:39.9375rem){.logo+span{position:absolute;');
});
