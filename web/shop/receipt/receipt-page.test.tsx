import { describe, expect, it } from 'vitest';
import type { PaymentState } from '../../../contract/order-progress.ts';
import type { OrderFacts } from '../../../contract/order-state.ts';
import type { Receipt } from '../../../contract/receipt.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { render } from '../../entry-server.tsx';
import { draw, pageData, plain } from '../../testing.tsx';
import { pageOf } from '../testing.tsx';

const delivery = { state: 'none', links: 2, sent: 0, ended: 0, ordered: 10_000 } as const;
const facts = (payment: PaymentState, changed: Partial<OrderFacts> = {}): OrderFacts => ({
  status: 'pending',
  payment,
  delivery,
  ...changed,
});
const receipt: Receipt = {
  orderId: 'ABCDEFGHJKMN',
  lang: 'en',
  facts: facts('paid'),
  category: 'Likes',
  quantity: 10_000,
  postLinks: ['https://www.instagram.com/p/One/', 'https://www.instagram.com/p/Two/'],
  email: 'a***@example.com',
  orderedAt: '2026-11-20T15:07:00Z',
  paidAt: '2026-11-20T15:09:00Z',
  paidWith: { wallet: null, card_brand: 'Visa', card_last4: '4242' },
  listCents: 6_000,
  discountPercent: 20,
  amountCents: 4_800,
  refundedCents: 0,
  refunds: [],
};
const business = { name: 'Bravo & Sons Ltd.', address: '1 High Street\nLondon', tax_id: 'GB 123' };

function open(changed: Partial<Receipt> = {}, store = { ...defaultStoreProfile, business }) {
  const shown = { ...receipt, ...changed };
  const data = pageData('receipt', { lang: shown.lang, store, receipt: shown });
  const screen = draw(pageOf(data));
  const rows = screen.all('tr').map((row) => plain([...row.children].map((cell) => cell.textContent).join(' ')));
  return { ...screen, rows, rendered: render(data) };
}

describe('the receipt of a paid order', () => {
  it('says who sold what to whom, when, for how much', () => {
    const { text, rows } = open();
    for (const part of ['Bravo & Sons Ltd.', '1 High Street', 'London', 'Tax or registration number: GB 123']) {
      expect(text()).toContain(part);
    }
    expect(text()).toContain('Nov 20, 2026 3:09 PM UTC');
    expect(text()).toContain('Paid withVisa ending in 4242');
    expect(text()).toContain('a***@example.com');
    expect(text()).toContain('https://www.instagram.com/p/Two/');
    expect(rows).toEqual([
      'Item Quantity Amount',
      'Instagram likes 10,000 $60.00',
      'Discount (20%) \u2212$12.00',
      'Total $48.00',
    ]);
  });

  it('D-51: shows a link that opens no post as what it is', () => {
    const postLinks = ['https://www.instagram.com/p/One/', 'https://www.instagram.com/some.user/'];
    const listed = (lang: 'en' | 'pt') =>
      open({ lang, postLinks })
        .all('ol li')
        .map((item) => item.textContent);
    expect(listed('en')).toEqual([
      postLinks[0],
      `${postLinks[1]}Profile · some.userNot a post. This link was chosen anyway.`,
    ]);
    expect(listed('pt')[1]).toContain('Perfil · some.userNão é uma publicação. Este link foi escolhido mesmo assim.');
  });

  it('D-27: is whole in Portuguese for an order that was placed there', () => {
    const { rows, text, rendered } = open({ lang: 'pt', category: 'Views' });
    expect(rows).toEqual([
      'Item Quantidade Valor',
      'Visualizações no Instagram 10.000 US$ 60,00',
      'Desconto (20%) \u2212US$ 12,00',
      'Total US$ 48,00',
    ]);
    expect(text()).toContain('20/11/2026 15:09 UTC');
    expect(text()).toContain('Visa com final 4242');
    expect(rendered.title).toBe('Recibo ABCDEFGHJKMN | Applaud');
  });

  it('has no line for a discount that was none, and none for a refund that was none', () => {
    expect(open({ listCents: 4_800, discountPercent: 0 }).rows).toHaveLength(3);
  });

  it('D-16: says what went back and what is left', () => {
    const { rows, text } = open({ facts: facts('partly_refunded'), refundedCents: 1_000 });
    expect(rows.slice(-2)).toEqual(['Refunded \u2212$10.00', 'Remaining $38.00']);
    const each = [
      { number: 1, amountCents: 300, refundedAt: '2026-11-21T10:00:00Z' },
      { number: 3, amountCents: 200, refundedAt: '2026-11-22T11:30:00Z' },
    ];
    expect(open({ facts: facts('partly_refunded'), refundedCents: 1_000, refunds: each }).rows.slice(-4)).toEqual([
      'Refunded on Nov 21, 2026 10:00 AM UTC \u2212$3.00',
      'Refunded on Nov 22, 2026 11:30 AM UTC \u2212$2.00',
      'Refunded \u2212$5.00',
      'Remaining $38.00',
    ]);
    expect(text()).toContain('Paid, partly refunded');
  });

  it('D-91: a disputed amount is no refund', () => {
    const { rows, text } = open({ facts: facts('disputed', { status: 'failed' }), refundedCents: 4_800 });
    expect(rows.slice(-2)).toEqual(['Disputed at the bank \u2212$48.00', 'Remaining $0.00']);
    expect(text()).not.toContain('Refunded');
  });

  it('shows the store name where no business is configured, and no empty lines', () => {
    const { text } = open({}, defaultStoreProfile);
    expect(text()).toContain('Sold byApplaud');
    expect(text()).not.toContain('Tax or registration number');
  });

  it('says on paper, too, that a test store moved no money', () => {
    expect(open().text()).toContain('Sandbox: no money moves');
  });

  it('takes nothing from outside for markup, and hands the browser no data', () => {
    const evil = '<script>alert(1)</script>';
    const { rendered } = open(
      { postLinks: [evil], email: evil },
      { ...defaultStoreProfile, business: { name: evil, address: evil, tax_id: evil } },
    );
    expect(rendered.html).not.toContain('<script');
    expect(rendered.html).not.toContain(' style=');
    expect(rendered.data).toEqual({});
  });
});

describe('of an order that is not paid', () => {
  it.each([
    [
      'unpaid',
      {},
      'This order is not paid yet',
      'You can pay for it now. The receipt of order ABCDEFGHJKMN appears here',
    ],
    ['declined', {}, 'Your card was declined', 'You can try another card. The receipt of'],
    ['confirming', {}, 'Confirming your payment', "Don't pay again. Confirming takes a moment. Reload this page"],
    ['expired', { status: 'failed' }, 'This order was not paid in time', 'nothing will be delivered.'],
  ] as const)(
    'D-91: %s: it has the state of the order page and offers the ways on',
    (payment, changed, title, sentence) => {
      const { text, all, link } = open({ facts: facts(payment, changed), paidAt: null });
      expect(text()).toContain(title);
      expect(text()).toContain(sentence);
      expect(text().includes('appears here once')).toBe(payment !== 'expired');
      expect(all('table')).toEqual([]);
      expect(link('My Orders').getAttribute('href')).toBe('/client');
      expect(link('Contact Support').getAttribute('href')).toBe('/contact');
    },
  );
});
