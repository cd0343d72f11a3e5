import { describe, expect, it } from 'vitest';
import { guaranteeSentence, lossSentences } from './guarantee-sentence.ts';

describe('D-54: the sentence on the guarantee', () => {
  it.each([
    [30, 30, 'Likes and views lost within 30 days of delivery are delivered again.'],
    [30, 7, 'Likes lost within 30 days of delivery and views lost within 7 days of delivery are delivered again.'],
    [0, 1, 'Views lost within 1 day of delivery are delivered again.'],
    [0, 0, null],
  ])('%s days for likes, %s for views', (likes, views, sentence) => {
    expect(guaranteeSentence({ Likes: likes, Views: views }, 'en')).toBe(sentence);
  });

  it('of an order is about its category alone', () => {
    expect(guaranteeSentence({ Likes: 30, Views: 7 }, 'pt', ['Views'])).toBe(
      'Visualizações perdidas em até 7 dias após a entrega são entregues de novo.',
    );
    expect(guaranteeSentence({ Likes: 30, Views: 0 }, 'pt', ['Views'])).toBeNull();
  });

  it('legal texts add how to use it, and which category has none', () => {
    expect(lossSentences({ Likes: 30, Views: 0 }, 'en')).toBe(
      'Likes lost within 30 days of delivery are delivered again. Report the loss on the page of your order. Views are not guaranteed to stay.',
    );
    expect(lossSentences({ Likes: 0, Views: 0 }, 'pt')).toBe(
      'Não há garantia de que as curtidas e visualizações permaneçam.',
    );
  });
});
