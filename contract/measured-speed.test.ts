import { expect, test } from 'vitest';
import { speedSentence, timeText } from './measured-speed.ts';

test('D-37: the measured speed is one sentence in each language', () => {
  const speed = { orders: 1_212, began_seconds: 215, completed_seconds: 20_000 };
  expect(speedSentence('en', speed)).toBe(
    'Half of the orders of the last 30 days began within 4 minutes, 9 of 10 were complete within 6 hours (1,212 orders).',
  );
  expect(speedSentence('pt', speed)).toBe(
    'Metade dos pedidos dos últimos 30 dias começou em até 4 minutos, 9 de 10 terminaram em até 6 horas (1.212 pedidos).',
  );
});

test.each([
  [1, '1 minute'],
  [61, '2 minutes'],
  [5_400, '90 minutes'],
  [5_401, '2 hours'],
  [172_800, '48 hours'],
  [172_801, '3 days'],
])('%i seconds are rounded up to %s', (seconds, text) => {
  expect(timeText('en', seconds)).toBe(text);
});
