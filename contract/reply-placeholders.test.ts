import { expect, test } from 'vitest';
import { orderIdsIn, splitAtOrders } from './order-search.ts';
import { fillPlaceholders, unfilledPlaceholders } from './reply-placeholders.ts';

test('placeholders are filled in one pass: a value that looks like one stays text', () => {
  const text = 'Hello {{name}}, about {{ order }} and {{constructor}}.';
  const filled = fillPlaceholders(text, { name: '{{order}}' });
  expect(filled).toBe('Hello {{order}}, about {{ order }} and {{constructor}}.');
  expect(unfilledPlaceholders(filled)).toEqual(['{{order}}', '{{ order }}', '{{constructor}}']);
  expect(unfilledPlaceholders('Thanks. { } {{}}')).toEqual([]);
});

test('an order number is found in a text, apart from other letters and digits', () => {
  expect(orderIdsIn('#0123456789ab, 0123456789AB; x0123456789AB 0123456789ABC 0123456789AI')).toEqual(['0123456789AB']);
  expect(splitAtOrders('Is 0123456789ab or ABCDEFGHJKMN late?', ['0123456789AB'])).toEqual([
    { text: 'Is ', orderId: null },
    { text: '0123456789ab', orderId: '0123456789AB' },
    { text: ' or ABCDEFGHJKMN late?', orderId: null },
  ]);
  expect(splitAtOrders('', [])).toEqual([]);
});
