// The digest as an email: what is compared with what, and that no text of others becomes HTML.
import { expect, test } from 'vitest';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { DigestFigures, DigestTotals } from '../../ports/figures.ts';
import { dayText, digestEmail, digestNote, spanText } from './digest-email.ts';

const nothing: Omit<DigestTotals, 'from' | 'to'> = {
  orders: 0,
  paidOrders: 0,
  revenueCents: 0,
  refunds: 0,
  refundedCents: 0,
  visitors: 0,
};
const days = ['19', '20', '21', '22', '23', '24', '25'].map((day) => ({ day: `2026-11-${day}`, revenueCents: 0 }));
const empty: DigestFigures = {
  period: 'daily',
  timeZone: 'Europe/Lisbon',
  current: { from: '2026-11-25', to: '2026-11-25', ...nothing },
  before: { from: '2026-11-24', to: '2026-11-24', ...nothing },
  days,
  speeds: [],
  toSend: { links: 0, orders: 0 },
  unanswered: 0,
  items: [],
  lowBalances: [],
};
const busy: DigestFigures = {
  ...empty,
  current: {
    ...empty.current,
    orders: 3,
    paidOrders: 2,
    revenueCents: 1_234_56,
    refunds: 1,
    refundedCents: 150,
    visitors: 64,
  },
  before: { ...empty.before, orders: 2, paidOrders: 2, revenueCents: 1_000_00, visitors: 60 },
  days: days.map((each, at) => ({ ...each, revenueCents: at === 6 ? 1_234_56 : at * 100_00 })),
  speeds: [{ provider: 'Panel <b>', service: 'Likes & more', links: 34, p50: 600, p90: 7_000 }],
  toSend: { links: 3, orders: 2 },
  unanswered: 1,
  items: [{ kind: 'delivery_stalled', count: 100, isMore: true }],
  lowBalances: [{ provider: 'Panel', balance: '3.2', threshold: '10', currency: 'USD' }],
};
const write = (figures: DigestFigures, language: AdminLanguage = 'en') =>
  digestEmail(figures, language, { profile: { name: 'Shop\nX' }, publicUrl: 'https://shop.example' });

test('names the compared day in each row, in text and HTML alike', () => {
  const { subject, text, html } = write(busy);
  expect(subject).toBe('Daily digest, Wed 25 Nov: $1,234.56, 3 orders');
  expect(text).toContain('Revenue: $1,234.56, vs Tue 24 Nov: $1,000.00 (+23%)\n');
  expect(text).toContain('1 refund: $1.50, vs Tue 24 Nov: $0.00\n');
  expect(text).toContain('Orders per visitor: 4.7%, vs Tue 24 Nov: 3.3%\n');
  expect(text).toContain('Links to send: 3 in 2 orders\n');
  expect(text).toContain('Low balance: Panel: 3.20 USD, below 10\n');
  expect(text).toContain('Stalled and slow deliveries: more than 100\n');
  expect(text).toContain('Unanswered messages: 1\n');
  expect(text).toContain('Panel <b>, Likes & more: half within 10 minutes, 9 of 10 within 2 hours, 34 links\n');
  expect(text).toContain('Wed 25 Nov #################### $1,234.56\n');
  for (const shown of ['Wed 25 Nov', 'vs Tue 24 Nov: $1,000.00 (+23%)', 'more than 100', 'width="100%"']) {
    expect(html).toContain(shown);
  }
});

test('loads nothing, and escapes the names of others', () => {
  const { html } = write(busy);
  expect(html).toContain('Panel &#60;b&#62;, Likes &#38; more');
  expect(html).not.toMatch(/<(img|script|link|svg)|url\(|Shop\nX/);
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  expect(targets.every((href) => href.startsWith('https://shop.example/admin'))).toBe(true);
  expect(targets).toContain('https://shop.example/admin?tab=settings#digest');
});

test('a week compares with the week before', () => {
  const week = (from: string, to: string) => ({ ...busy.current, from, to });
  const { subject, text } = write({
    ...busy,
    period: 'weekly',
    current: week('2026-11-23', '2026-11-29'),
    before: week('2026-11-16', '2026-11-22'),
  });
  expect(subject).toContain('Weekly digest, 23–29 Nov: ');
  expect(text).toContain('Orders: 3, vs 16–22 Nov: 3\n');
});

test('a day on which nothing happened is one sentence', () => {
  const { subject, text, html } = write({ ...empty, before: busy.before });
  expect(subject).toBe('Daily digest, Wed 25 Nov: no orders');
  expect(text).toContain('No orders, payments, refunds or visitors on Wed 25 Nov.\n');
  expect(text).toContain('Nothing needs attention.');
  for (const shown of [text, html]) expect(shown).not.toMatch(/\$0\.00|Revenue|Visitors/);
});

test('is short enough for a channel, without links', () => {
  const { title, body } = digestNote(busy, 'en');
  expect(title).toBe('Daily digest, Wed 25 Nov: $1,234.56, 3 orders');
  expect(body).toContain('Revenue: $1,234.56, vs Tue 24 Nov: $1,000.00 (+23%)\n');
  expect(body).toContain('Links to send: 3 in 2 orders');
  expect(body).not.toMatch(/https?:|###/);
  expect(body.length).toBeLessThan(1_500);
});

test('in Portuguese', () => {
  const { subject, text, html } = write(busy, 'pt');
  expect(subject).toBe('Resumo diário, qua 25 nov: US$\u00a01.234,56, 3 pedidos');
  expect(text).toContain('Receita: US$\u00a01.234,56, vs. ter 24 nov: US$\u00a01.000,00 (+23%)\n');
  expect(text).toContain('Entregas paradas ou lentas: mais de 100\n');
  expect(html).toContain('<html lang="pt">');
  expect(write(empty, 'pt').text).toContain('Nenhum pedido, pagamento, reembolso ou visitante em qua 25 nov.\n');
});

test('days and spans, over the ends of months and years', () => {
  expect(dayText('2027-01-01', 'en')).toBe('Fri 1 Jan');
  expect(spanText({ from: '2026-11-30', to: '2026-12-06' }, 'en')).toBe('30 Nov–6 Dec');
  expect(spanText({ from: '2026-12-28', to: '2027-01-03' }, 'pt')).toBe('28 dez–3 jan');
});
