import { describe, expect, it } from 'vitest';
import { sectionsOf } from './legal-text.ts';

describe('the operator’s own legal text', () => {
  it('is cut into sections at its headings and into paragraphs at empty lines', () => {
    expect(sectionsOf('Before all.\n\n# One\nFirst line,\nsame paragraph.\n\nSecond.\n## Two\n\nThird.')).toEqual([
      { heading: '', text: ['Before all.'] },
      { heading: 'One', text: ['First line, same paragraph.', 'Second.'] },
      { heading: 'Two', text: ['Third.'] },
    ]);
  });

  it('takes a # inside a line, or without a space, for text', () => {
    expect(sectionsOf('Order #12\n#hash')).toEqual([{ heading: '', text: ['Order #12 #hash'] }]);
  });
});
