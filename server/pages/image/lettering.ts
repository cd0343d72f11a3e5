// Sets text in the store's own letters: measures it, breaks it into lines, draws it.
import { type Canvas, fillPath, type Rgb } from './canvas.ts';
import font from './figtree-extra-bold.json' with { type: 'json' };

export type TextOutlines = {
  /** In pixels; letters of `sizePx` 100 have an em of 100 pixels. */
  measureWidth(text: string, sizePx: number): number;
  /** As many words on a line as fit; a longer word has a line of its own. */
  breakLines(text: string, sizePx: number, mostPx: number): string[];
  /** `y` is the baseline. */
  draw(canvas: Canvas, text: string, at: { x: number; y: number; sizePx: number; color: Rgb }): void;
};

export function createTextOutlines(): TextOutlines {
  const glyphs = new Map(
    Object.entries(font.glyphs).map(([letter, written]) => {
      const [advance = '0'] = written.split(' ', 1);
      return [letter, { advance: Number(advance), path: written.slice(advance.length + 1) }];
    }),
  );
  const kerning = new Map<string, number>();
  for (const [by, pairs] of Object.entries(font.kerning)) {
    for (const pair of pairs.split(' ')) kerning.set(pair, Number(by.slice(3)));
  }

  // A letter that the font lacks is left out.
  function placed(text: string): { path: string; x: number; end: number }[] {
    let x = 0;
    let before = '';
    return [...text.normalize('NFC')].flatMap((letter) => {
      const glyph = glyphs.get(letter);
      if (!glyph) return [];
      x += kerning.get(before + letter) ?? 0;
      before = letter;
      const at = { path: glyph.path, x, end: x + glyph.advance };
      x = at.end;
      return [at];
    });
  }
  const measureWidth = (text: string, sizePx: number) => ((placed(text).at(-1)?.end ?? 0) * sizePx) / font.unitsPerEm;

  return {
    measureWidth,
    breakLines: (text, sizePx, mostPx) => {
      const lines: string[] = [];
      for (const word of text.split(' ')) {
        const line = lines.at(-1);
        const longer = `${line} ${word}`;
        if (line !== undefined && measureWidth(longer, sizePx) <= mostPx) lines.splice(-1, 1, longer);
        else lines.push(word);
      }
      return lines;
    },
    draw: (canvas, text, { x, y, sizePx, color }) => {
      const scale = sizePx / font.unitsPerEm;
      for (const letter of placed(text)) {
        fillPath(canvas, letter.path, { x: x + letter.x * scale, y, scale, scaleY: -scale }, color);
      }
    },
  };
}
