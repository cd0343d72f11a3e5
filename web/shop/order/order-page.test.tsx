import { describe, expect, it, vi } from 'vitest';
import { statedFacts } from '../../../contract/language-texts.ts';
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type Call, click, draw, fakeApi, pageData, setTabVisible } from '../../testing.tsx';
import { findOrderKey } from '../order-email.ts';
import { fakeBrowser, pageOf, wait } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';
// Loaded first: a test does not wait for what is loaded on demand.
import '../transfer-box.tsx';
import { orderStates, paidOrder, transferOrder } from './testing-orders.tsx';

fakeBrowser();

const read = 'GET /api/orders/{id}/page';

function open(
  order: OrderPage,
  answer: (call: Call) => unknown = () => order,
  lang: Language = 'en',
  againCents: number | undefined = 1_500,
  hasOtherWays = true,
) {
  window.history.replaceState(null, '', `/order/${order.id}/the-key`);
  const fake = fakeApi({ [read]: answer });
  const island = (
    <OrderIsland
      lang={lang}
      texts={textsOf(lang).order}
      transfer={textsOf(lang).transfer}
      hasOtherWays={hasOtherWays}
      order={order}
      againCents={againCents}
      api={fake.api}
    />
  );
  const screen = draw(pageOf(pageData('order', { lang, order, path: window.location.pathname }), island));
  return { ...fake, ...screen, heading: () => screen.one('h1').textContent, reads: () => fake.to(read) };
}

it('A-7: its key opens the payment in this tab', () => {
  open(orderStates.unpaid);
  expect(findOrderKey(orderStates.unpaid.id)).toBe('the-key');
});

describe('D-101: an order that waits for a transfer', () => {
  it('shows what to do, what to copy, and until when; another way is one link away', async () => {
    const { text, one, heading } = open(transferOrder);
    await wait(50);
    expect(heading()).toBe('Waiting for payment: $15.00');
    expect(text()).toContain('Send $15.00 to account 123456-7.');
    expect(text()).toContain('K7PX2H9Y');
    expect(text()).toMatch(/Must arrive by Mar 17, 2026 11:59 PM.*\. Write the reference/);
    expect(one<HTMLAnchorElement>('a[href*="/checkout"]').textContent).toBe('Pay another way');
    expect(one('[data-stage]').dataset.stage).toBe('awaiting_transfer');
  });

  it.each([
    ['en', 'UTC', 'Must arrive by Mar 17, 2026 11:59 PM. Write'],
    ['en', 'Asia/Tokyo', 'Must arrive by Mar 18, 2026 8:59 AM (Asia/Tokyo). Write'],
    ['pt', 'America/Sao_Paulo', 'Deve chegar até 17/03/2026 20:59 (America/Sao_Paulo). Escreva'],
  ] as const)(
    "states the last day in the store's time zone, named where the browser has another: %s, %s",
    async (lang, zone, sentence) => {
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'UTC' } as never);
      const transfer = transferOrder.transfer && { ...transferOrder.transfer, time_zone: zone };
      const order = { ...transferOrder, transfer } as OrderPage;
      const { text } = open(order, () => order, lang);
      await wait(50);
      expect(text()).toContain(sentence);
      vi.restoreAllMocks();
    },
  );

  it('has no other way where the transfer is the only one', () => {
    const { all } = open(transferOrder, undefined, 'en', undefined, false);
    expect(all('a[href*="/checkout"]')).toEqual([]);
  });

  it('shows the code of Pix as an image and as text, with its own amount', async () => {
    const pix = { key: 'pay@store.example.com', code: '00020126', amount: 82.5, qr: 'data:image/png;base64,AA==' };
    const { text, one } = open(
      { ...transferOrder, transfer: { ...transferOrder.transfer, pix } as never },
      undefined,
      'pt',
    );
    await wait(50);
    expect(one<HTMLImageElement>('img').alt).toBe('QR code do Pix');
    expect(text()).toMatch(/R\$\s82,50/);
    expect(text()).toContain('pay@store.example.com');
    expect(text()).toContain('00020126');
  });
});

describe('the state of the order in words and numbers', () => {
  it.each([
    ['unpaid', 'Waiting for payment: $15.00', 'Nothing was charged. You can pay for it now.'],
    ['declined', 'Your card was declined', 'Nothing was charged. You can try another card.'],
    ['expired', 'Not paid: this order is closed', 'This order is closed, and nothing will be delivered.'],
    ['confirming', 'Confirming your payment of $15.00', "Don't pay again. Confirming takes a moment."],
    ['confirming-long', 'Confirming your payment of $15.00', "Don't pay again. Confirming takes longer than usual."],
    ['paid', 'Paid: 2,500 likes are next', "We'll start delivering your likes now."],
    ['refused', 'Paid: not started yet', 'We could not start and are looking into it.'],
    [
      'refilling',
      'Refilling: a part of your likes was lost',
      'Some were lost later, and we are delivering them again.',
    ],
    ['canceled', 'Not delivered: 0 of 2,500', '2,500 missing: we are checking.'],
    ['delivering', 'Delivering: 1,356 of 2,500', 'This page updates automatically.'],
    ['delivered', 'Delivered: 2,500 of 2,500', 'All your likes are delivered.'],
    ['partial', 'Partly delivered: 2,333 of 2,500', '167 missing: we are checking.'],
    ['partial-refilling', 'Partly delivered: 2,333 of 2,500', '167 missing: we are refilling.'],
    ['partial-refund', 'Partly delivered: 2,333 of 2,500', '167 missing: you will get $1.20 back.'],
    ['partial-refunded', 'Partly delivered: 2,333 of 2,500', '167 missing: you got $1.20 back.'],
    ['refunded', 'Refunded: $15.00', 'On Mar 14, 2026 2:58 PM we sent $15.00 back to the card you paid with.'],
    ['disputed', 'Payment disputed: $15.00', 'Your bank has asked for the amount back'],
  ] as const)('%s', (state, heading, sentence) => {
    const { heading: shown, text } = open(orderStates[state]);
    expect(shown()).toBe(heading);
    expect(text()).toContain(sentence);
  });

  it('a refund says how long a bank takes, except where no bank is part of it', () => {
    const bank = statedFacts.en.bankDays;
    expect(open(orderStates.refunded).text()).toContain(bank);
    const [refund] = orderStates.refunded.refunds;
    if (!refund) throw new Error('a refund is missing');
    const undated = open({ ...orderStates.refunded, refunds: [{ ...refund, at: null }] }).text();
    expect(undated).toContain(`We sent $15.00 back to the card you paid with.${bank}`);
    const byHand = open({ ...orderStates.refunded, refunds: [{ ...refund, by_hand: true }] }).text();
    expect(byHand).toMatch(/On Mar 14, 2026 2:58 PM we refunded \$15\.00 the way you paid\./);
    expect(byHand).not.toContain(bank);
  });

  it('is in Portuguese on the Portuguese page', () => {
    const { text } = open(orderStates.delivering, undefined, 'pt');
    expect(text()).toContain('1.356 de 2.500 entregues');
    expect(text()).toContain('Reel · C8xAbCdEfGh');
  });

  it.each([
    ['unpaid', 'Pay now', '/checkout?orderId=K7QX2M9TB4VA'],
    ['declined', 'Try another card', '/checkout?orderId=K7QX2M9TB4VA'],
  ] as const)('%s: the next step is one button', (state, name, href) => {
    expect(open(orderStates[state]).link(name).getAttribute('href')).toBe(href);
  });

  it.each(['confirming', 'confirming-long', 'paid', 'refunded', 'disputed'] as const)(
    '%s: offers no second payment',
    (state) => {
      expect(open(orderStates[state]).all('a[href^="/checkout?"]')).toEqual([]);
    },
  );
});

describe('what excludes each other does not stand together', () => {
  it.each([
    ['refused', /We'll start|are next|check that the post/],
    ['delivering', /We'll start|The rest follows/],
    ['refilling', /All your likes are delivered|Delivered: 2,500/],
    ['canceled', /Part missing|Delivery started/],
    ['refunded', /Order again|Remaining|In progress/],
    ['disputed', /In progress|Keep this post public|stopped the delivery/],
  ] as const)('%s', (state, excluded) => {
    expect(open(orderStates[state]).text()).not.toMatch(excluded);
  });
});

describe('help', () => {
  it.each(['disputed', 'confirming-long'] as const)('%s: leads to support, with the order', (state) => {
    const href = '/contact?order=K7QX2M9TB4VA';
    expect(open(orderStates[state]).link('Contact support').getAttribute('href')).toBe(href);
    expect(open(orderStates[state], undefined, 'pt').link('Falar com o suporte').getAttribute('href')).toBe(
      `/pt${href}`,
    );
  });

  it('a payment that is confirming has a neutral sign, and no sign of progress', () => {
    for (const state of ['confirming', 'confirming-long'] as const) {
      const now = open(orderStates[state]).one('[aria-current=step]');
      expect(now.querySelector('.waiting')?.className).toContain('bg-grey');
      expect(now.innerHTML).not.toContain('progress');
    }
  });
});

describe('the parts of the page', () => {
  it('has one bar for all, and one row per post with kind, shortcode, count and its own sentence', () => {
    const { one, all, text } = open(orderStates.delivering);
    expect(text()).toContain('Counts are reported by our delivery partner');
    expect(one<HTMLProgressElement>('progress.order-bar')).toMatchObject({ max: 2_500, value: 1_356 });
    const rows = all('section:has(#posts) li').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Reel · C8xAbCdEfGhDelivered834 of 834');
    expect(rows[1]).toContain('522 of 833Keep this post public until it is delivered.');
    expect(rows[2]).toContain('Link 3Checking0 of 833');
    expect(rows[2]).toContain('We could not start here and are looking into it.');
    expect(all('section:has(#posts) a').map((link) => link.getAttribute('href'))).toEqual([
      'https://www.instagram.com/reel/C8xAbCdEfGh/',
      'https://www.instagram.com/p/DAfXiNinAXB/',
    ]);
  });

  it('has a dated timeline that ends with what happens now and next', async () => {
    const { all } = open(orderStates.delivering);
    await wait(0);
    const steps = all('section:has(#timeline) li').map((step) => {
      const time = step.querySelector('time')?.textContent ?? '';
      return step.textContent?.replace(time, '');
    });
    expect(steps).toEqual([
      'Order received',
      'Paid Apple Pay, Visa ending in 4242',
      'Delivery started 2 of 3 posts',
      'Delivering 54%Now',
      'Complete',
    ]);
    expect(all('section:has(#timeline) time').map((time) => time.getAttribute('datetime'))).toEqual(
      orderStates.delivering.events.map(({ at }) => at),
    );
    expect(all('[aria-current=step]')).toHaveLength(1);
  });

  it('names the day of an event once, and then the time alone', async () => {
    for (const lang of ['en', 'pt'] as const) {
      const events: OrderPage['events'] = [
        ...orderStates.delivering.events,
        { kind: 'completed', at: '2026-03-16T14:20:00Z' },
        { kind: 'refunded', at: '2026-03-16T14:40:00Z', amount: 1.2 },
      ];
      const { all } = open({ ...orderStates.delivered, events }, undefined, lang);
      await wait(0);
      const day = lang === 'en' ? /^Mar 1[46], 2026 / : /^1[46]\/03\/2026 /;
      const shown = all('section:has(#timeline) time').map(({ textContent }) => textContent ?? '');
      expect(shown.map((text) => day.test(text))).toEqual([true, false, false, true, false]);
      for (const text of shown) expect(text.replace(day, '')).toMatch(/^\d{1,2}:\d\d( [AP]M)?$/);
    }
  });

  it('after the first post is sent, the timeline does not go back to "Waiting to start"', () => {
    const sending = { ...paidOrder.delivery, state: 'sending', sent: 1 } as const;
    const { one } = open({ ...paidOrder, delivery: sending, events: orderStates.delivering.events });
    expect(one('section:has(#timeline) [aria-current=step]').textContent).toBe('DeliveringNow');
    expect(open(paidOrder).one('section:has(#timeline) [aria-current=step]').textContent).toBe('Waiting to startNow');
  });

  it('has beside it amount, masked email, receipt, help with the order attached, and the number to copy', async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const { one, link, button } = open(paidOrder);
    expect(one('aside').textContent).toContain('2,500 likes$15.00');
    expect(one('aside').textContent).toContain('a***@buyer.example');
    expect(one('aside').textContent).toContain('Paid withApple Pay, Visa ending in 4242');
    expect(link('View receipt').getAttribute('href')).toBe(paidOrder.receipt_path);
    expect(link('Something wrong?').getAttribute('href')).toBe('/contact?order=K7QX2M9TB4VA');
    await click(button('Copy: K7QX2M9TB4VA'));
    expect(writeText).toHaveBeenCalledWith('K7QX2M9TB4VA');
    expect(one('aside').textContent).toContain('Copied');
  });

  it('an order without personal data shows no email and no receipt before it is paid', () => {
    const { one, all } = open({ ...orderStates.unpaid, email: null });
    expect(one('aside').textContent).not.toContain('Email');
    expect(all('a[href^="/receipt/"]')).toEqual([]);
  });

  it('D-27: the language switch keeps the order and its key', () => {
    const { all } = open(paidOrder);
    const other = all('a[data-language=pt]').map((link) => link.getAttribute('href'));
    expect(new Set(other)).toEqual(new Set(['/pt/order/K7QX2M9TB4VA/the-key']));
  });
});

describe('polling', () => {
  it('RES-4, A-27: every 3 s with the key of the address, after ten minutes every 15 s', async () => {
    const { reads } = open(paidOrder);
    expect(reads()).toHaveLength(0);
    await wait(3_000);
    expect(reads()).toMatchObject([
      { input: { params: { id: paidOrder.id } }, headers: { 'order-key': 'K7QX2M9TB4VA.the-key' } },
    ]);
    await wait(3_000);
    expect(reads()).toHaveLength(2);
    await wait(600_000);
    const later = reads().length;
    await wait(15_000);
    expect(reads()).toHaveLength(later + 1);
  });

  it('shows the newer state, reads out a change of the state, and stops when nothing can change', async () => {
    let newer: OrderPage = orderStates.delivering;
    const { heading, reads, all } = open(paidOrder, () => newer);
    const spoken = () => all('p.sr-only[role=status]').map(({ textContent }) => textContent);
    expect(spoken()).toEqual(['']);
    await wait(3_000);
    expect(heading()).toBe('Delivering: 1,356 of 2,500');
    expect(spoken()).toEqual(['Delivering: 1,356 of 2,500']);
    newer = orderStates.delivered;
    await wait(3_000);
    expect(heading()).toBe('Delivered: 2,500 of 2,500');
    const count = reads().length;
    await wait(600_000);
    expect(reads()).toHaveLength(count);
  });

  it.each(['delivered', 'expired', 'refunded', 'disputed', 'partial-refunded'] as const)(
    '%s is final: nothing is polled',
    async (state) => {
      const { reads } = open(orderStates[state]);
      await wait(60_000);
      expect(reads()).toEqual([]);
    },
  );

  it.each(['unpaid', 'partial', 'partial-refilling', 'partial-refund'] as const)('%s can change', async (state) => {
    const { reads } = open(orderStates[state]);
    await wait(3_000);
    expect(reads()).toHaveLength(1);
  });

  it('offline, keeps what it knows and says that it is not updated, until the store answers again', async () => {
    let isOffline = true;
    const { text, heading } = open(paidOrder, () => {
      if (isOffline) throw new NetworkError('The store cannot be reached.');
      return orderStates.delivering;
    });
    await wait(3_000);
    expect(heading()).toBe('Paid: 2,500 likes are next');
    expect(text()).toContain('Not updated since');
    isOffline = false;
    await wait(3_000);
    expect(text()).not.toContain('Not updated since');
    expect(heading()).toBe('Delivering: 1,356 of 2,500');
  });

  it('an order that is gone is not asked for again', async () => {
    const { reads } = open(paidOrder, () => {
      throw new ApiError(404, {});
    });
    await wait(60_000);
    expect(reads()).toHaveLength(1);
  });

  it.each([
    [{ hidden: true }, 'We start when we can see your posts. Please make them public.'],
    [{ after_other_order: true }, 'We start when the other order for the same post is complete.'],
  ])('does not announce the start of posts that are held up: %j', (held, sentence) => {
    const [post] = paidOrder.posts;
    const one = { ...paidOrder, posts: [{ ...post, state: 'to_send', ...held }] };
    const { text } = open(one as typeof paidOrder);
    expect(text()).toContain(sentence);
    expect(text()).not.toContain("We'll start delivering");
    const other = open({ ...one, posts: [...one.posts, { ...post, state: 'to_send' }] } as typeof paidOrder).text();
    expect(other).toContain('hidden' in held ? 'We cannot see 1 of 2 posts.' : "We'll start delivering");
  });

  it('pauses in a hidden tab', async () => {
    const { reads } = open(paidOrder);
    await setTabVisible(false);
    await wait(60_000);
    expect(reads()).toEqual([]);
  });
});

describe('a link that opens no post', () => {
  const [post] = paidOrder.posts;
  const chosen = (change: object = {}): OrderPage => ({
    ...paidOrder,
    posts: [
      { ...post, kind: null, shortcode: null, opens: { kind: 'profile', name: 'some.user' }, ...change } as never,
    ],
  });
  const row = (order: OrderPage, lang: Language = 'en') =>
    open(order, undefined, lang).one('section[aria-labelledby=posts] li').textContent;

  it('D-51: is shown as what it is, and that the buyer chose it, without a word about a post to keep public', () => {
    expect(row(chosen())).toContain('Profile · some.user');
    expect(row(chosen())).toContain('Not a post. This link was chosen anyway.');
    for (const state of ['to_send', 'checking', 'sending', 'in_progress'])
      expect(row(chosen({ state }))).not.toMatch(/this post|public/i);
    expect(row(chosen({ hidden: true }))).toContain('We cannot see what this link opens.');
    expect(row(chosen(), 'pt')).toContain('Perfil · some.user');
    expect(row(chosen(), 'pt')).toContain('Este link foi escolhido mesmo assim.');
  });

  it('D-51: a shared link is named, and needs no choice', () => {
    const shared = row(chosen({ opens: { kind: 'share', name: '' } }));
    expect(shared).toContain('Shared link');
    expect(shared).not.toContain('chosen anyway');
    expect(shared).toContain('Keep this post public');
  });
});

describe('D-120: a copy, while the store cannot read the order', () => {
  const asOf = '2026-03-01T14:03:20.000Z';

  it('has its time and one sentence, and neither payment, receipt, purchase nor act', () => {
    const time = new Date(asOf).toTimeString().slice(0, 8);
    for (const [name, order] of Object.entries({ ...orderStates, paidOrder, transferOrder })) {
      const { text, all, unmount } = open({ ...order, as_of: asOf });
      expect(text(), name).toContain(`As of ${time}. Without newer data`);
      expect(text(), name).not.toMatch(/you can pay|pay for it now|try another card/i);
      const links = all('a').map((link) => link.getAttribute('href') ?? '');
      expect(
        links.filter((href) => /checkout|receipt/.test(href)),
        name,
      ).toEqual([]);
      const buttons = all('main button, #island button').map(({ textContent }) => textContent);
      expect(
        buttons.filter((label) => label !== 'Copy'),
        name,
      ).toEqual([]);
      unmount();
    }
  });

  it('polls until the store reads the order again, also where the order is over', async () => {
    const { text, reads } = open({ ...orderStates.refunded, as_of: asOf }, () => orderStates.refunded);
    expect(text()).toContain('As of');
    await wait(3_000);
    expect(reads()).toHaveLength(1);
    expect(text()).not.toContain('As of');
    await wait(10_000);
    expect(reads()).toHaveLength(1);
  });
});
