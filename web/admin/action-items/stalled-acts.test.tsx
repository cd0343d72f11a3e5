// An item about a link in delivery that stalls or is slow: what is usual, and what may be done.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunks first, because fake timers do not wait for a dynamic import.
import '../dispatch/move-rest.tsx';
import './provider-message.tsx';

const id = 'ABCDEFGH2345';
const link = 'https://www.instagram.com/p/aaa/';
const delay = {
  reason: 'not_begun',
  provider_id: 'p2',
  usual_seconds: 480,
  can_refill: false,
  cancel: 'available',
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [] });
  store.on('GET /api/admin/providers', { body: [{ id: 'p2', name: 'Second' }] });
});

function lists(change: object): void {
  const item = {
    subject: `${id} 0`,
    order_id: id,
    at: '2026-03-01T09:00:00Z',
    words: 'Pending, 500 remaining',
    order: { customer_email: 'buyer@mail.test', category: 'Likes', quantity: 5000, amount: 30 },
    link: { post_link: link, quantity: 500, api_order_id: 'p2:777', refill_requested_at: null },
    delay: { ...delay, ...change },
  };
  const kind = { kind: 'delivery_stalled', count: 1, more: false, may_set_aside: true, items: [item] };
  store.on('GET /api/admin/attention', { body: { kinds: [kind] } });
}

async function open(change: object = {}): Promise<void> {
  lists(change);
  await openAdmin('/admin');
}

const row = () => document.querySelector('[aria-labelledby=needs-attention] li') as HTMLElement;
const dialog = () => document.querySelector('dialog') as HTMLElement;
const acts = () => [...row().querySelectorAll('button')].map(({ textContent }) => textContent);

describe('a stalled delivery', () => {
  it('names the link, since when, and what is usual', async () => {
    await open();
    expect(row().textContent).toContain(
      `Nothing was delivered since it was sent. Usual: 9 of 10 began within 8 minutes.${link} · Reported by the provider: Pending, 500 remaining`,
    );
    expect(row().textContent).toContain('3 h ago');
  });

  it.each([
    ['unchanged', 21_600, 'Nothing changed since the last report. Usual: 9 of 10 were complete within 6 hours.'],
    ['slow', 21_600, 'It takes much longer than usual. Usual: 9 of 10 were complete within 6 hours.'],
    ['unchanged', null, `Nothing changed since the last report.${link}`],
    ['not_found', null, `The provider does not find this order.${link}`],
  ])('%s says so', async (reason, usual_seconds, text) => {
    await open({ reason, usual_seconds });
    expect(row().textContent).toContain(text);
  });

  it('has a message to the provider with its order, to copy', async () => {
    await open();
    await click(button('Message to the provider', row()));
    const message = dialog().querySelector('[lang=en]')?.textContent;
    for (const fact of ['Order: 777', `Link: ${link}`, 'Quantity: 500', 'Placed: 2026-03-01 09:00 UTC']) {
      expect(message).toContain(fact);
    }
    expect(dialog().textContent).toContain('Copy this message and send it to the support of Second.');
    expect(dialog().querySelector('[aria-label="Copy the message"]')).not.toBeNull();
  });

  it('requests the cancellation after a confirmation, and says that it was requested', async () => {
    const call = `POST /api/admin/orders/${id}/cancel-post`;
    store.on(call, () => {
      lists({ cancel: 'requested' });
      return { body: { success: true } };
    });
    await open();
    await click(button('Cancel delivery', row()));
    expect(store.calls(call)).toEqual([]);
    await click(button('Request cancellation', dialog()));
    expect(store.calls(call)[0]?.body).toEqual({ postLink: link, apiOrderId: 'p2:777' });
    expect(row().textContent).toContain('Cancel requested');
    expect(hasButton('Cancel delivery', row())).toBe(false);
  });

  it.each([
    [false, ['Message to the provider', 'Dismiss']],
    [true, ['Message to the provider', 'Refill', 'Dismiss']],
  ])('offers no cancellation where the service takes none; a refill: %s', async (can_refill, expected) => {
    await open({ cancel: 'unavailable', can_refill });
    expect(acts()).toEqual(expected);
  });
});

describe('the rest of a stalled delivery', () => {
  const planned = `GET /api/admin/orders/${id}/move-plan`;
  const used = [{ category: 'Likes' }];
  const second = { id: 'p3', name: 'Third', enabled: true, used };

  it('moves to the next provider after a plan with quantity, cost and balance', async () => {
    store.on('GET /api/admin/providers', { body: [{ id: 'p2', name: 'Second', enabled: true, used }, second] });
    store.on(planned, {
      body: {
        quantity: 500,
        provider: { id: 'p3', name: 'Third' },
        cost: 0.3,
        balance: 12,
        currency: 'USD',
        cancels_first: true,
      },
    });
    const call = `POST /api/admin/orders/${id}/move-post`;
    store.on(call, () => ({ body: { success: true, state: 'canceling' } }));
    await open();
    await click(button('Move the rest', row()));
    for (const fact of ['Third', '500 Likes', '$0.30', '$12.00', 'first asks the current provider to cancel'])
      expect(dialog().textContent).toContain(fact);
    await click(button('Cancel and move', dialog()));
    expect(store.calls(call)[0]?.body).toEqual({ postLink: link, apiOrderId: 'p2:777' });
    expect(document.body.textContent).toContain('The rest moves after the confirmed end');
  });

  it.each([
    ['of a service that is not canceled', { cancel: 'unavailable' }, [second, { ...second, id: 'p4' }]],
    ['without another provider', {}, [second]],
  ])('%s is not offered', async (_, change, providers) => {
    store.on('GET /api/admin/providers', { body: providers });
    await open(change);
    expect(hasButton('Move the rest', row())).toBe(false);
  });
});
