import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, fill, hasButton, settle, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { timeline as portuguese } from '../texts/pt.ts';
import { timelineText } from './timeline-texts.ts';

const id = 'ABCDEFGH2345';
let store: FakeStore;

const entry = (what: string, details: Record<string, unknown> = {}, who = 'system') => ({
  at: '2026-03-01T11:55:00.000Z',
  who,
  what,
  details,
});

const order = (of: string) => ({
  id: of,
  customer_email: 'buyer@mail.test',
  customer_username: 'customer',
  amount: 6,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1000,
  category: 'Likes',
  post_links: [],
  created_at: '2026-03-01T11:00:00.000Z',
});

const mail = {
  id: 'm1',
  kind: 'order_paid',
  order_id: id,
  recipient: 'buyer@mail.test',
  state: 'failed',
  attempts: 8,
  last_error: 'No such mailbox',
  created_at: '2026-03-01T11:00:00.000Z',
  sent_at: null,
};

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/contact-messages', { body: [], headers: { 'X-Total-Count': '0' } });
  store.on(`GET /api/orders/${id}`, { body: order(id) });
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
  store.on('GET /api/orders', { body: [order(id)], headers: { 'X-Total-Count': '1' } });
  store.on(`GET /api/admin/orders/${id}/timeline`, { body: [] });
  store.on('GET /api/admin/mails', { body: [] });
});

it('shows a dismissed action item with the note of the admin', () => {
  const details = { kind: 'drop_reported', note: 'The post was deleted.' };
  expect(timelineText(entry('attention.aside', details), [])).toMatchObject({
    title: 'Action item dismissed',
    text: 'The post was deleted.',
  });
});

async function open(): Promise<() => Promise<void>> {
  const leave = await openAdmin(`/admin/orders/${id}`);
  await settle();
  return leave;
}

function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
  if (!found) throw new Error(`no panel "${title}": ${text()}`);
  return found;
}

describe('the timeline of an order', () => {
  it('DET-6, S-19: shows what happened, who did it and what changed', async () => {
    store.on(`GET /api/admin/orders/${id}/timeline`, {
      body: [
        entry('note', { note: 'Call them' }, 'o@s.test'),
        entry(
          'order.status',
          { status: { from: 'paid', to: 'failed' }, statusByHand: { from: false, to: true } },
          'o@s.test',
        ),
        entry('mail.order_paid', { state: 'sent', recipient: 'buyer@mail.test' }, 'mail'),
        entry('payment.captured'),
      ],
    });
    await open();
    const entries = [...panel('Timeline').querySelectorAll('li')].map((one) => one.textContent);
    expect(entries).toEqual([
      'NoteCall themo@s.test5 min ago',
      'Status changed manuallyStatus: Paid to Failedo@s.test5 min ago',
      'Email: paidbuyer@mail.test, sentmail5 min ago',
      'Paidsystem5 min ago',
    ]);
  });

  it('shows the newest first and the rest on demand', async () => {
    const body = Array.from({ length: 20 }, (_, at) => entry('note', { note: `Note ${at}` }));
    store.on(`GET /api/admin/orders/${id}/timeline`, { body });
    await open();
    expect(panel('Timeline').querySelectorAll('li')).toHaveLength(12);
    await click(button('Show 8 more'));
    expect(panel('Timeline').querySelectorAll('li')).toHaveLength(20);
  });

  it('takes a note, and shows the sentence of a store that refuses it', async () => {
    const notes = `POST /api/admin/orders/${id}/notes`;
    store.on(notes, { status: 400, body: { message: 'Too long.' } });
    await open();
    await click(button('Add a note'));
    await fill(panel('Timeline').querySelector('textarea') as unknown as HTMLInputElement, '  Call them ');
    await click(button('Save the note'));
    expect(panel('Timeline').textContent).toContain('Too long.');
    store.on(notes, { body: { success: true } });
    store.on(`GET /api/admin/orders/${id}/timeline`, { body: [entry('note', { note: 'Call them' }, 'o@s.test')] });
    await click(button('Save the note'));
    expect(store.calls(notes).at(-1)?.body).toEqual({ note: 'Call them' });
    expect(panel('Timeline').querySelector('textarea')).toBeNull();
    expect(panel('Timeline').querySelector('li')?.textContent).toContain('Call them');
  });

  it('numbers the links of an order, also where an entry has only the address', async () => {
    const post_links = ['https://www.instagram.com/p/One/', 'https://www.instagram.com/p/Two/'];
    store.on(`GET /api/orders/${id}`, { body: { ...order(id), post_links } });
    store.on(`GET /api/admin/orders/${id}/timeline`, {
      body: [
        entry('delivery.seen', { link: post_links[1], providerOrderId: '12', liveStatus: 'Partial', remains: 40 }),
        entry('dispatch.failed', { position: 1, error: 'Bad link' }),
        entry('dispatch.sent', { position: 0, outcome: 'placed', providerOrderId: '11' }),
      ],
    });
    await open();
    const entries = [...panel('Timeline').querySelectorAll('li')].map((one) => one.textContent);
    expect(entries).toEqual([
      'Latest status at the providerLink 2Partial, 40 remaining, provider order 12system5 min ago',
      'Sending failedLink 2Error: Bad linksystem5 min ago',
      'Link sentLink 1provider order 11system5 min ago',
    ]);
  });

  it('folds a long text below its line', async () => {
    const note = `They wrote:\n${'the video is private, '.repeat(5)}`;
    store.on(`GET /api/admin/orders/${id}/timeline`, {
      body: [entry('note', { note }), entry('note', { note: 'Ok' })],
    });
    await open();
    const [long, short] = panel('Timeline').querySelectorAll('li');
    expect(long?.querySelector('summary')?.textContent).toContain('NoteThey wrote:\u2026');
    expect(long?.querySelector('details > p')?.textContent).toBe(note);
    expect(short?.querySelector('details')).toBeNull();
  });

  it('shows an unknown entry as it was written', () => {
    expect(timelineText(entry('robot.waved', { howOften: 3 }), [])).toEqual({
      title: 'Robot waved',
      link: null,
      tone: 'grey',
      text: 'How often: 3',
    });
  });

  it('names what gateway and provider returned', () => {
    const of = (what: string, details: object) => {
      const { title, text } = timelineText(entry(what, details as Record<string, unknown>), []);
      return [title, text];
    };
    expect(of('payment.said', { conclusion: 'second_capture' })).toEqual(['The gateway returned', 'A second payment']);
    expect(of('payment.said', { conclusion: 'later_word' })).toEqual(['The gateway returned', 'Later word']);
    expect(of('payment.refunded', { refundedCents: 120 })).toEqual(['Refunded at the gateway', '$1.20']);
    expect(of('payment.charged_back', { refundedCents: 0 })).toEqual(['Payment charged back', null]);
    expect(of('refill.refused', { position: 0, words: 'Not completed' })).toEqual(['Refill refused', 'Not completed']);
    expect(of('refill.done', { position: 0, words: null })).toEqual(['Refilled', null]);
    expect(of('dispatch.passed_on', { position: 0, from: 'Main', to: 'Second', said: 'No funds' })).toEqual([
      'Sent to the next provider instead',
      'From: Main, To: Second, Response: No funds',
    ]);
    expect(of('dispatch.waiting', { position: 0, outcome: 'refused' })).toEqual([
      'Not sent yet: retried automatically',
      null,
    ]);
    const words = ['from', 'to', 'said', 'quantity'].map((name) => portuguese.word(name));
    expect(words).toEqual(['De', 'Para', 'Resposta', 'Quantidade']);
  });
});

describe('around an order', () => {
  it('D-10: its mails can be read and sent again', async () => {
    store.on('GET /api/admin/mails', { body: [mail] });
    store.on('GET /api/admin/mails/m1', {
      body: { ...mail, letter: { subject: 'Your order is paid', text: 'Thank you.' } },
    });
    store.on('POST /api/admin/mails/m1/resend', { body: { ...mail, state: 'queued' } });
    await open();
    expect(store.calls('GET /api/admin/mails').at(-1)?.query.get('order')).toBe(id);
    expect(panel('Emails').textContent).toContain('No such mailbox');
    await click(button('Preview', panel('Emails')));
    expect(document.querySelector('dialog')?.textContent).toContain('Your order is paid');
    expect(document.querySelector('dialog pre')?.textContent).toBe('Thank you.');
    await click(button('Close'));
    await click(button('Resend', panel('Emails')));
    expect(text()).toContain('It goes to buyer@mail.test again');
    store.on('POST /api/admin/mails/m1/resend', { status: 409, body: { message: 'No mail server is configured.' } });
    await click(button('Resend', panel('Emails')));
    expect(text()).toContain('No mail server is configured.');
  });

  it('leads to the newest other orders of exactly this customer, if there are any', async () => {
    const leave = await open();
    expect(text()).not.toContain('Other orders');
    await leave();
    const others = ['AAAAAAAAAAA1', id, 'AAAAAAAAAAA2', 'AAAAAAAAAAA3', 'AAAAAAAAAAA4', 'AAAAAAAAAAA5'].map(order);
    const ofCustomer = 'GET /api/admin/customers/buyer@mail.test/orders';
    store.on(ofCustomer, { body: others.slice(0, 3) });
    const hide = await open();
    expect(panel('Other orders of this customer').querySelectorAll('a')).toHaveLength(2);
    await hide();
    store.on(ofCustomer, { body: [...others, order('AAAAAAAAAAA6')] });
    await open();
    const links = [...panel('Other orders of this customer').querySelectorAll('a')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links).toHaveLength(6);
    expect(links[0]).toBe('/admin/orders/AAAAAAAAAAA1');
    expect(links.at(-1)).toBe('/admin/customers/buyer%40mail.test');
    expect(hasButton('All orders')).toBe(true);
  });

  it('copies the id, and confirms it; or shows that the browser refused', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (written: string) => void copied.push(written) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await open();
    await click(button('Copy the order ID'));
    expect(copied).toEqual([id]);
    expect(panel('Order Information').textContent).toContain('Copied');
    clipboard.writeText = () => Promise.reject(new Error('no'));
    await click(button('Copy the email'));
    expect(panel('Order Information').textContent).toContain('Copying is not allowed here');
  });
});
