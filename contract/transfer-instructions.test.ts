import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBrl, toBrlCents } from './brl.ts';
import { fillInstructions, findUnknownPlaceholder } from './transfer-instructions.ts';

const values = { amount: '$30.00', reference: 'K7PX2M9T', expires: 'December 1' };

test('D-101: instructions are filled in one pass: a value that looks like a placeholder stays text', () => {
  const text = 'Send {{amount}} with {{ reference }} until {{expires}}.';
  expect(fillInstructions(text, values)).toBe('Send $30.00 with K7PX2M9T until December 1.');
  expect(fillInstructions('{{amount}}', { ...values, amount: '{{expires}}' })).toBe('{{expires}}');
});

test.each([
  ['Pay {{amount}} until {{expires}}', null],
  ['Pay {amount} { } {{', null],
  ['Pay {{ sum }}', 'sum'],
  ['Pay {{Amount}}', 'Amount'],
  ['Pay {{constructor}}', 'constructor'],
  ['Pay {{re-ference}}', 're-ference'],
  ['Pay {{}}', ''],
])('D-101: the unknown placeholder of "%s" is %s', (text, unknown) => {
  expect(findUnknownPlaceholder(text)).toBe(unknown);
});

test('D-101: text without unknown placeholders has none left when it is filled', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[{}]/g, '')),
    fc.constantFrom('{{amount}}', '{{ reference }}', '{{expires}}'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      if (findUnknownPlaceholder(text) !== null) return;
      expect(fillInstructions(text, { amount: '1', reference: '2', expires: '3' })).not.toMatch(/\{\{[^{}]*\}\}/);
    }),
  );
});

test('D-101: an amount in reais is the one in dollars times the rate, to the nearest cent', () => {
  expect(toBrlCents(3_000, 5.4321)).toBe(16_296);
  expect(toBrlCents(1, 0.01)).toBe(1);
  expect([formatBrl(123_456, 'en'), formatBrl(5, 'pt')]).toEqual(['R$1,234.56', 'R$\u00a00,05']);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 100, max: 10_000_000 }), (cents, rate) => {
      const brl = toBrlCents(cents, rate / 10_000);
      expect(Number.isSafeInteger(brl)).toBe(true);
      expect(Math.abs(brl - Math.max(1, (cents * rate) / 10_000))).toBeLessThanOrEqual(0.5);
    }),
  );
});
