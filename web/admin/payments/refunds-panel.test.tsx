import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, button, click, type FakeStore, field, fill, hasButton, settle, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH2345';
const look = `GET /api/admin/orders/${id}/refunds`;
const give = `POST /api/admin/orders/${id}/refunds`;
const toBePaid = { payment: 1, kind: 'paid', amount: 6, left: 6 };
const undelivered = { quantity: 0, amount: 0, running: 0, unknown: 0 };
const refund = {
  id: `${id}-R1`,
  payment: 1,
  amount: 2.5,
  state: 'refunded',
  reason: 'Too slow',
  undelivered_quantity: null,
  problem: null,
  requested_by: 'o@s.test',
  created_at: '2026-03-01T11:30:00Z',
  updated_at: '2026-03-01T11:30:00Z',
};
const order = {
  id,
  amount: 6,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1000,
  category: 'Likes',
  post_links: ['https://www.instagram.com/p/aaa/'],
};
let store: FakeStore;
let leave: () => Promise<void>;

beforeEach(() => {
  store = signIn();
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
});

async function open(situation: object = {}, paymentStatus = 'paid'): Promise<void> {
  store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: paymentStatus } });
  store.on(look, { body: { refunds: [], payments: [toBePaid], undelivered, ...situation } });
  leave = await openAdmin(`/admin/orders/${id}`);
}

const panel = () =>
  [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Refunds');
const dialog = () => document.querySelector('dialog');
const alarm = () => dialog()?.querySelector('[role=alert]')?.textContent;
const amount = () => field('dialog input[name=amount]');
const reason = () => field('dialog input[name=reason]');
/** As Chromium does at the third Escape. */
const closedByBrowser = async () => {
  await act(async () => dialog()?.close());
  await settle();
};
const keys = () => store.calls(give).map(({ headers }) => headers.get('idempotency-key'));
const bodies = () => store.calls(give).map(({ body }) => body);

/** The last word: the question names the amount. */
async function refundNow(worth: string): Promise<void> {
  await click(button('Continue'));
  await confirm(worth);
}

async function refundPart(): Promise<void> {
  await click(button('Refund $1.50', panel()));
  await confirm('$1.50');
}

async function confirm(worth: string): Promise<void> {
  expect(dialog()?.querySelector('h2')?.textContent).toBe(`Refund ${worth}?`);
  await click(button(`Refund ${worth}`, dialog() ?? undefined));
}

async function ask(dollars: string, why: string): Promise<void> {
  await click(button('Refund', panel()));
  await fill(amount(), dollars);
  await fill(reason(), why);
}

describe('the refunds of an order', () => {
  it('are no matter of an order that was never paid', async () => {
    await open({ payments: [] }, 'session');
    expect(panel()).toBeUndefined();
    expect(store.calls(look)).toEqual([]);
  });

  it('D-6: shows each refund as it truly stands, with who asked for it and why', async () => {
    const states = {
      asking: 'Being asked',
      pending: 'Pending',
      unclear: 'Unclear',
      refunded: 'Refunded',
      failed: 'Failed',
    };
    const refunds = Object.keys(states).map((state, at) => ({ ...refund, id: `${id}-R${at}`, state }));
    await open({ refunds: [...refunds, { ...refund, id: 'R9', state: 'unclear', problem: 'The answer was lost.' }] });
    const shown = [...(panel()?.querySelectorAll('ol li') ?? [])].map((row) => row.textContent ?? '');
    for (const [at, word] of Object.values(states).entries())
      expect(shown[at]).toMatch(new RegExp(`^\\$2\\.50${word}`));
    expect(shown[5]).toContain('The answer was lost.');
    expect(shown[0]).toContain('Too slow');
    expect(shown[0]).toContain('o@s.test');
  });

  it('D-6: asks again soon while one is not settled, and stops then', async () => {
    await open({ refunds: [{ ...refund, state: 'unclear' }] });
    store.on(look, { body: { refunds: [refund], payments: [toBePaid], undelivered } });
    await settle(5_000);
    expect(panel()?.textContent).toContain('Refunded');
    const asked = store.calls(look).length;
    await settle(20_000);
    expect(store.calls(look)).toHaveLength(asked);
  });

  it('D-6: offers nothing where nothing is left', async () => {
    await open({ payments: [{ ...toBePaid, left: 0 }] }, 'refunded');
    expect(panel()?.textContent).toContain('Nothing is left to refund');
    expect(hasButton('Refund', panel())).toBe(false);
  });

  it('says that they could not be loaded, and lets try again', async () => {
    await open();
    store.on(look, { status: 500, body: { message: 'Busy.' } });
    await click(button('Refresh'));
    await settle(5_000);
    expect(text()).toContain('The refunds could not be loaded');
    store.on(look, { body: { refunds: [], payments: [toBePaid], undelivered } });
    await click(button('Try Again'));
    expect(panel()?.textContent).not.toContain('could not be loaded');
    expect(hasButton('Refund', panel())).toBe(true);
  });
});

describe('the proposal once delivery has ended short (rule 9)', () => {
  const short = { undelivered: { ...undelivered, quantity: 250, amount: 1.5 }, proposed: true };

  it('refunds the undelivered part after a question that says how much and why', async () => {
    await open(short);
    expect(panel()?.textContent).toContain('250 were not delivered. They are worth $1.50.');
    store.on(give, { body: { success: true, refund: {} } });
    store.on(look, { body: { refunds: [], payments: [toBePaid], undelivered, proposed: false } });
    await click(button('Refund $1.50', panel()));
    expect(dialog()?.textContent).toContain('Reason: The provider did not deliver this part.');
    expect(store.calls(give)).toEqual([]);
    await click(button('Cancel'));
    await refundPart();
    expect(bodies()).toEqual([{ undelivered: true, amount: 1.5, reason: 'The provider did not deliver this part.' }]);
    expect(hasButton('Refund $1.50', panel())).toBe(false);
  });

  it('asks for the password where it is due, and keeps the key', async () => {
    await open(short);
    store.on(give, { status: 403, body: { message: 'Password.', code: 'step_up' } });
    await refundPart();
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on(give, { body: { success: true, refund: {} } });
    await fill(field('input[name=password]'), 'a password');
    await click(button('Go on'));
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(2);
  });

  it('D-13: a lost answer is asked for again under the same key; a refusal is told', async () => {
    await open(short);
    store.on(give, { status: 503, body: { message: 'Busy.' } });
    await refundPart();
    store.on(give, { status: 409, body: { message: 'The undelivered part is worth $1.00 by now.' } });
    await click(button('Ask once more', panel()));
    expect(new Set(keys()).size).toBe(1);
    expect(panel()?.textContent).toContain('The undelivered part is worth $1.00 by now.');
  });

  it('D-13: sends nothing while another refund of this order was not answered', async () => {
    await open(short);
    store.on(give, () => {
      throw new TypeError('Failed to fetch');
    });
    await ask('1.50', 'A quarter is missing');
    await refundNow('$1.50');
    await click(button('Cancel'));
    store.on(give, { body: { success: true, refund } });
    await refundPart();
    expect(bodies()).toEqual([{ amount: 1.5, reason: 'A quarter is missing' }]);
    expect(panel()?.textContent).toContain('Another refund of this order was not answered.');
    await click(button('Refund', panel()));
    await click(button('Ask once more'));
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    await refundPart();
    expect(bodies().at(-1)).toMatchObject({ undelivered: true, amount: 1.5 });
    expect(panel()?.textContent).not.toContain('was not answered');
  });
});

describe('making a refund', () => {
  it('D-6, D-13: takes an amount and a reason, sends them under a key, and says that it is done', async () => {
    await open();
    store.on(give, { body: { success: true, refund } });
    await ask('2.50', ' Too slow ');
    store.on(look, { body: { refunds: [refund], payments: [{ ...toBePaid, left: 3.5 }], undelivered } });
    await refundNow('$2.50');
    expect(bodies()).toEqual([{ amount: 2.5, reason: 'Too slow' }]);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(dialog()).toBeNull();
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('$2.50 refunded');
    expect(panel()?.textContent).toContain('$3.50 can be refunded');
  });

  it('is asked about once more, with amount and reason, also right after a sign-in; a no changes nothing', async () => {
    await open();
    store.on(give, { body: { success: true, refund } });
    await ask('2.50', 'Too slow');
    await click(button('Continue'));
    expect(dialog()?.textContent).toContain('Refund $2.50?Reason: Too slow');
    await click(button('Cancel'));
    expect(store.calls(give)).toEqual([]);
    expect([amount().value, reason().value]).toEqual(['2.50', 'Too slow']);
  });

  it('D-31: what was made although the answer was lost is found in the refunds, and told as done', async () => {
    await open();
    store.on(give, () => {
      store.on(look, { body: { refunds: [refund], payments: [{ ...toBePaid, left: 3.5 }], undelivered } });
      throw new TypeError('Failed to fetch');
    });
    await ask('2.50', 'Too slow');
    await refundNow('$2.50');
    expect(dialog()).toBeNull();
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('$2.50 refunded');
    await ask('1', 'Again');
    expect(alarm()).toBeUndefined();
  });

  it('D-16: proposes all that is left, and the undelivered part as the store computes it', async () => {
    await open({ undelivered: { quantity: 250, amount: 1.5, running: 1, unknown: 2 } });
    store.on(give, { body: { success: true, refund } });
    await click(button('Refund', panel()));
    expect(amount().value).toBe('6.00');
    expect(dialog()?.textContent).toContain('250 were not delivered.');
    expect(dialog()?.textContent).toContain('One link is still on the way. Of 2 links nobody knows.');
    await click(button('Undelivered, $1.50'));
    expect(amount().value).toBe('1.50');
    await fill(reason(), 'Half');
    await refundNow('$1.50');
    expect(bodies()).toEqual([{ amount: 1.5, reason: 'Half', undelivered: true }]);
  });

  it('D-16: an amount that is typed is no undelivered part any more', async () => {
    await open({ undelivered: { ...undelivered, quantity: 250, amount: 1.5 } });
    store.on(give, { body: { success: true, refund } });
    await click(button('Refund', panel()));
    await click(button('Undelivered, $1.50'));
    await fill(amount(), '1.4');
    await fill(reason(), 'Half');
    await refundNow('$1.40');
    expect(bodies()).toEqual([{ amount: 1.4, reason: 'Half' }]);
  });

  it('closed by the browser it is closed, and under way it is shown again', async () => {
    await open();
    await click(button('Refund', panel()));
    await closedByBrowser();
    expect(dialog()).toBeNull();
    let finish: (answer: Answer) => void = () => {};
    store.on(give, () => new Promise((resolve) => (finish = resolve)));
    await ask('1', 'Too slow');
    await refundNow('$1.00');
    await closedByBrowser();
    expect(dialog()?.open).toBe(true);
    finish({ status: 409, body: { message: 'Too late.' } });
    await settle();
    expect(alarm()).toContain('Too late.');
  });

  it('names the payment where it is a second one', async () => {
    await open({
      payments: [
        { ...toBePaid, left: 0 },
        { ...toBePaid, payment: 2, kind: 'second' },
      ],
    });
    store.on(give, { body: { success: true, refund } });
    await ask('6', 'Paid twice');
    await refundNow('$6.00');
    expect(bodies()).toEqual([{ amount: 6, reason: 'Paid twice', payment: 2 }]);
  });

  it.each(['', '0', '0.001', '-1', '6.01', '1e1', 'all'])('D-16: an amount of "%s" is not sent', async (typed) => {
    await open();
    await ask(typed, 'Why not');
    expect(button('Continue').disabled).toBe(true);
    await click(button('Continue'));
    expect(store.calls(give)).toEqual([]);
    expect(amount().getAttribute('aria-invalid')).toBe('true');
  });

  it('is not sent without a reason', async () => {
    await open();
    await ask('1', '  ');
    expect(button('Continue').disabled).toBe(true);
  });

  it('D-30, D-31: asks for the password where the store does, and goes on with the same refund', async () => {
    await open();
    store.on(give, { status: 403, body: { message: 'Please enter your password again.', code: 'step_up' } });
    store.on('POST /api/admin/step-up', { body: { success: true } });
    await ask('1', 'Too slow');
    await refundNow('$1.00');
    expect(dialog()?.textContent).toContain('Your password, please');
    await fill(field('dialog input[name=password]'), 'secret words');
    store.on(give, { body: { success: true, refund } });
    await click(button('Go on'));
    expect(bodies()).toEqual([
      { amount: 1, reason: 'Too slow' },
      { amount: 1, reason: 'Too slow' },
    ]);
    expect(new Set(keys()).size).toBe(1);
    expect(dialog()).toBeNull();
  });

  it('D-31: after no answer nothing can be changed, and asking once more is the same refund', async () => {
    await open();
    store.on(give, () => {
      throw new TypeError('Failed to fetch');
    });
    await ask('1', 'Too slow');
    await refundNow('$1.00');
    expect(alarm()).toContain('It may have happened: the answer of the store was lost.');
    expect([amount().readOnly, reason().readOnly]).toEqual([true, true]);
    expect(hasButton('All that is left, $6.00')).toBe(false);
    store.on(give, { body: { success: true, refund } });
    await click(button('Ask once more'));
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    expect(dialog()).toBeNull();
  });

  describe('D-31: one that was not answered', () => {
    beforeEach(async () => {
      await open();
      store.on(give, () => {
        throw new TypeError('Failed to fetch');
      });
      await ask('1', 'Too slow');
      await refundNow('$1.00');
      await click(button('Cancel'));
    });

    it('is what a dialog that is opened again asks for, under the same key', async () => {
      await click(button('Refund', panel()));
      expect(alarm()).toContain('It may have happened: the answer of the store was lost.');
      expect([amount().value, amount().readOnly]).toEqual(['1.00', true]);
      expect([reason().value, reason().readOnly]).toEqual(['Too slow', true]);
      store.on(give, { body: { success: true, refund } });
      await click(button('Ask once more'));
      expect(bodies()).toEqual(Array(2).fill({ amount: 1, reason: 'Too slow' }));
      expect(new Set(keys()).size).toBe(1);
      await ask('1', 'Too slow');
      await refundNow('$1.00');
      expect(new Set(keys()).size).toBe(2);
    });

    it('stays the same one after the page was loaded anew and the password was asked for', async () => {
      await leave();
      await open();
      await click(button('Refund', panel()));
      store.on(give, { status: 403, body: { message: 'Password.', code: 'step_up' } });
      await click(button('Ask once more'));
      await click(button('Cancel'));
      expect(alarm()).toContain('It may have happened: the answer of the store was lost.');
      await click(button('Ask once more'));
      store.on('POST /api/admin/step-up', { body: { success: true } });
      store.on(give, { body: { success: true, refund } });
      await fill(field('dialog input[name=password]'), 'secret words');
      await click(button('Go on'));
      expect(keys()).toHaveLength(4);
      expect(new Set(keys()).size).toBe(1);
    });

    it('is free for another amount once the store has refused it', async () => {
      await click(button('Refund', panel()));
      store.on(give, { status: 409, body: { message: 'At most $0.50 can be given back.' } });
      await click(button('Ask once more'));
      expect(alarm()).toBe('At most $0.50 can be given back.');
      expect(amount().readOnly).toBe(false);
      await fill(amount(), '0.50');
      await refundNow('$0.50');
      expect(new Set(keys()).size).toBe(2);
    });

    it('is not asked for again a day later, when the store may have forgotten the key', async () => {
      vi.setSystemTime(now + 86_401_000);
      await click(button('Refund', panel()));
      expect(amount().value).toBe('6.00');
      expect(alarm()).toBeUndefined();
    });
  });

  it('D-6: one that the gateway refused is told, and asking again is another refund', async () => {
    await open();
    const message = 'The gateway refused the refund. Nothing was given back.';
    store.on(give, { status: 502, body: { message, refund: { ...refund, state: 'failed' } } });
    await ask('1', 'Too slow');
    await refundNow('$1.00');
    expect(alarm()).toBe(message);
    await refundNow('$1.00');
    expect(new Set(keys()).size).toBe(2);
  });

  it('D-16: what is more than is left by now is refused with the sentence of the store', async () => {
    await open();
    store.on(give, { status: 409, body: { message: 'At most $2.00 can be given back.' } });
    await ask('3', 'Too slow');
    await refundNow('$3.00');
    expect(alarm()).toBe('At most $2.00 can be given back.');
    expect(amount().readOnly).toBe(false);
  });

  it('D-6: says that one is under way, and never that it is done, while it is not settled', async () => {
    await open();
    const problem = 'The answer of the gateway was lost. The store looks for it.';
    store.on(give, { body: { success: true, refund: { ...refund, state: 'unclear', problem } } });
    await ask('1', 'Too slow');
    await refundNow('$1.00');
    const notices = document.querySelector('[aria-label=Notices]')?.textContent;
    expect(notices).toContain(`Refund under way${problem}`);
    expect(notices).not.toContain('$2.50 refunded');
  });
});
