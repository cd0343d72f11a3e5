import { expect, it } from 'vitest';
import { secretRemover } from './secret-remover.ts';

it('removes every spelling of every secret, the longest first', () => {
  const clean = secretRemover('a+b/c', 'a+b/c==d', '');
  const texts = ['a+b/c', encodeURIComponent('a+b/c==d'), 'a+b\\/c', 'a\\u002bb\\u002fc'];
  expect(clean(texts.join(' '))).toBe('[removed] [removed] [removed] [removed]');
  expect(clean('a+b/c==d')).toBe('[removed]');
  expect(secretRemover('<x>')('&lt;x&gt; &#60;x&#62;')).toBe('[removed] [removed]');
  expect(secretRemover()('nothing')).toBe('nothing');
});
