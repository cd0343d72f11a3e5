import { beforeEach, describe, expect, it, vi } from 'vitest';
import { button, click, type FakeStore, fill, hasButton, settle, text, toasts } from '../testing.tsx';
import { openAdmin, operator, signIn } from '../testing-signed-in.tsx';
import { message, openMessage, replyField, replyOf, templateList, threadOf } from './testing-inbox.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './inbox-page.tsx';

const replies = 'POST /api/admin/contact-messages/one/replies';
const read = '2026-03-01T11:30:00.000Z';
let store: FakeStore;

const order = (id: string, email = 'ana@mail.test') => ({
  id,
  customer_email: email,
  customer_username: 'customer',
  amount: 6,
  refunded_amount: 0,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1000,
  category: 'Likes',
  post_links: ['https://www.instagram.com/p/C1/'],
  created_at: read,
});

function serve(changed: Record<string, unknown> = {}, of: Record<string, unknown> = {}): void {
  store.on('GET /api/admin/contact-messages/one', {
    body: threadOf(message('one', { read_at: read, ...of }), changed),
  });
}

const sent = () => store.calls(replies).map(({ body, headers }) => [body, headers.get('idempotency-key')]);

beforeEach(() => {
  store = signIn();
  sessionStorage.clear();
  store.on('GET /api/admin/contact-messages', { body: [message('one')], headers: { 'X-Total-Count': '1' } });
  store.on('GET /api/admin/reply-templates', { body: templateList });
  store.on(replies, { body: { success: true, reply: replyOf('r1') } });
  serve();
});

describe('an email', () => {
  it('D-5: shows Reply-To beside the sender, and one click away what is folded and the email as it came', async () => {
    const email = {
      id: 'e1',
      name: 'Ana',
      email: 'ana@mail.test',
      reply_to: 'office@mail.test',
      text: 'Refund me.',
      rest: '> Your order AAAAAAAAAAAA',
      has_source: true,
      received_at: read,
    };
    serve({ incoming_emails: [email], named_orders: [order('AAAAAAAAAAAA')] }, { rest: 'Ana Lima', has_source: false });
    store.on('GET /api/admin/contact-messages/e1/source', { body: { source: btoa('From: Ana') } });
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:email');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await openMessage();
    expect(text()).toContain('answers to office@mail.test');
    const [own, other] = [...document.querySelectorAll('article details')];
    expect([own?.textContent, other?.textContent]).toEqual([
      expect.stringContaining('Ana Lima'),
      expect.stringContaining('> Your order AAAAAAAAAAAA'),
    ]);
    expect(other?.querySelector('a')?.getAttribute('href')).toContain('AAAAAAAAAAAA');
    expect(other?.hasAttribute('open')).toBe(false);
    await click(button('Download the email'));
    const [[saved] = []] = made.mock.calls;
    expect(saved instanceof Blob && (await saved.text())).toBe('From: Ana');
    vi.restoreAllMocks();
  });
});

describe('a reply', () => {
  it('is written and sent without leaving, with the keyboard in the field at once', async () => {
    await openMessage();
    expect(document.activeElement).toBe(replyField());
    await fill(replyField(), 'On its way.');
    serve({ replies: [replyOf('r1')] }, { answered_at: read, reply_state: 'sent' });
    await click(button('Send reply'));
    expect(sent()).toEqual([[{ text: 'On its way.' }, expect.stringMatching(/^[0-9a-f]{32}$/)]]);
    expect(toasts()).toContain('Reply queued');
    expect(replyField().value).toBe('');
    expect(text()).toContain('Reply by owner@shop.test');
    expect(hasButton('Mark as not answered')).toBe(true);
  });

  it('takes a template in the language of the message, and holds back one that is not filled in', async () => {
    await openMessage();
    expect(hasButton('Obrigado')).toBe(false);
    await click(button('Thanks'));
    expect(replyField().value).toBe('Hello Ana,\nthank you.\nApplaud');
    await click(button('Where'));
    expect(replyField().value).toBe('Order {{order}} is on its way.');
    expect(text()).toContain('Fill in or remove {{order}} first.');
    expect(button('Send reply').disabled).toBe(true);
    await fill(replyField(), 'Mine.');
    await click(button('Thanks'));
    expect(replyField().value).toBe('Mine.\n\nHello Ana,\nthank you.\nApplaud');
    expect(sent()).toEqual([]);
  });

  it('is kept while another page is open, and after a refusal, whose sentence is shown', async () => {
    const leave = await openMessage();
    await fill(replyField(), 'Half a');
    await leave();
    await openMessage();
    expect(replyField().value).toBe('Half a');
    store.on(replies, { status: 429, body: { code: 'rate_limited', message: 'Wait before you write again.' } });
    await click(button('Send reply'));
    expect(toasts()).toContain('Wait before you write again.');
    expect(replyField().value).toBe('Half a');
  });

  it('goes out under one key when the answer was lost, and is found in the thread', async () => {
    await openMessage();
    await fill(replyField(), 'On its way.');
    store.on(replies, { status: 502, body: {} });
    await click(button('Send reply'));
    await settle(10_000);
    expect(toasts()).toContain('Not done');
    serve({ replies: [replyOf('r1')] }, { answered_at: read });
    await click(button('Send reply'));
    await settle(10_000);
    const keys = sent().map(([, key]) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(replyField().value).toBe('');
  });

  it('is not offered again while it is being sent, also after a look at another message', async () => {
    const answers: (() => void)[] = [];
    const two = { id: 'two', subject: 'Older', received_at: read, answered_at: null };
    serve({ other_messages: [two] });
    store.on('GET /api/admin/contact-messages/two', {
      body: threadOf(message('two', { read_at: read }), { other_messages: [{ ...two, id: 'one', subject: 'Newer' }] }),
    });
    store.on(replies, async () => {
      await new Promise<void>((done) => answers.push(done));
      return { body: { success: true, reply: replyOf('r1') } };
    });
    await openMessage();
    await fill(replyField(), 'On its way.');
    await click(button('Send reply'));
    await click(button('Older'));
    await click(button('Newer'));
    expect(replyField().value).toBe('On its way.');
    expect([replyField().readOnly, button('Send reply').disabled]).toEqual([true, true]);
    await click(button('Send reply'));
    for (const done of answers) done();
    await settle(1);
    expect(replyField().value).toBe('');
    expect(sent()).toHaveLength(1);
  });

  it('stays in its field when the message cannot be loaded again', async () => {
    await openMessage();
    const typed = replyField();
    await fill(typed, 'Half a');
    store.on('PATCH /api/admin/contact-messages/one', { body: message('one') });
    store.on('GET /api/admin/contact-messages/one', { status: 400, body: { message: 'The store is busy.' } });
    await click(button('Mark as answered'));
    expect(text()).toContain('The store is busy.');
    expect([replyField() === typed, typed.value]).toEqual([true, 'Half a']);
  });

  it('D-10: that was not sent says why, and is sent again by Retry', async () => {
    serve({ replies: [replyOf('r1', { state: 'failed', last_error: 'RCPT TO: 550 unknown' })] }, { answered_at: read });
    store.on('POST /api/admin/mails/mail r1/resend', { body: {} });
    await openMessage();
    expect(text()).toContain('Not sent');
    expect(text()).toContain('RCPT TO: 550 unknown');
    await click(button('Retry'));
    expect(store.calls('POST /api/admin/mails/mail r1/resend')).toHaveLength(1);
    expect(toasts()).toContain('ana@mail.test');
  });

  it('D-10: in a sandbox without a mail server never claims that it was sent', async () => {
    const kept = replyOf('r1', { state: 'kept', sent_at: null });
    store.on(replies, { body: { success: true, reply: kept } });
    await openMessage();
    await fill(replyField(), 'On its way.');
    serve({ replies: [kept] }, { read_at: read, reply_state: 'kept' });
    await click(button('Send reply'));
    expect(toasts()).toContain('Reply not sent');
    expect(document.querySelector('article header')?.textContent).toContain('Not sent');
    expect(button('Mark as answered')).toBeTruthy();
    expect(hasButton('Retry')).toBe(true);
    expect(text()).toContain('No mail server is configured');
  });

  it('D-10: without a mail server leads to the own email program', async () => {
    serve({ can_reply: false });
    await openMessage();
    expect(button('Reply by email').getAttribute('href')).toBe('mailto:ana%40mail.test?subject=Re%3A%20About%20one');
    expect(document.querySelector('article textarea')).toBeNull();
  });

  it('D-36: is not offered to a viewer', async () => {
    const denied = ['replyToMessage', 'changeContactMessage', 'resendMail', 'saveReplyTemplates'];
    store.on('GET /api/admin/verify', { body: { user: { ...operator, access: 'viewer', denied } } });
    await openMessage();
    expect(text()).toContain('Where\nis it?');
    expect(document.querySelector('article textarea')).toBeNull();
    expect(hasButton('Mark as answered')).toBe(false);
  });
});

describe('an incoming email', () => {
  const email = (changed: Record<string, unknown> = {}) => ({
    id: 'e1',
    name: 'Ana',
    email: 'ANA@mail.test',
    text: '<b>Not yet</b>\nAgain?',
    received_at: '2026-03-01T11:55:00.000Z',
    ...changed,
  });

  it('stands between the replies in the order of time, as text', async () => {
    serve({
      replies: [replyOf('r1'), { ...replyOf('r2'), text: 'Now.', written_at: '2026-03-01T11:58:00.000Z' }],
      incoming_emails: [email()],
    });
    await openMessage();
    const entries = [...document.querySelectorAll('article ol > li')].map((entry) => entry.textContent ?? '');
    expect(entries.map((entry) => /On its way|Not yet|Now/.exec(entry)?.[0])).toEqual(['On its way', 'Not yet', 'Now']);
    expect(entries[1]).toContain('Email from Ana');
    expect(entries[1]).toContain('<b>Not yet</b>\nAgain?');
    expect(entries[1]).not.toContain('Another sender');
  });

  it('of another sender shows the address, because replies go to the writer', async () => {
    serve({ incoming_emails: [email({ name: 'Bea', email: 'bea@mail.test' })] });
    await openMessage();
    expect(text()).toContain('Email from Bea, bea@mail.test');
    expect(text()).toContain('Another sender');
  });
});

describe('beside the thread', () => {
  it('links the orders that exist, and shows the customer and what belongs to another', async () => {
    const [own, foreign] = ['0123456789AB', 'ABCDEFGHJKMN'];
    serve(
      {
        named_orders: [order(own), order(foreign, 'other@mail.test')],
        customer: {
          email: 'ana@mail.test',
          totalSpent: 12,
          totalOrders: 2,
          orders: [order(own), order('XXXXXXXXXXXX')],
        },
        other_messages: [{ id: 'two', subject: 'Older', received_at: read, answered_at: null }],
      },
      { message: `<b>${own.toLowerCase()}</b> and ${foreign}, not NNNNNNNNNNNN` },
    );
    await openMessage();
    const linked = [...document.querySelectorAll('article a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(linked.slice(0, 2)).toEqual([
      [own.toLowerCase(), `/admin/orders/${own}`],
      [foreign, `/admin/orders/${foreign}`],
    ]);
    expect(text()).toContain('<b>');
    const aside = document.querySelector('main aside')?.textContent ?? '';
    for (const shown of ['2 orders, $12.00 spent', 'XXXXXXXXXXXX', 'Older']) expect(aside).toContain(shown);
    expect(aside.match(/Another customer/g)).toHaveLength(1);
    await click(button('Older'));
    expect(location.search).toBe('?message=two');
  });

  it('a message that was deleted meanwhile is named as such', async () => {
    store.on('GET /api/admin/contact-messages/one', { status: 404, body: { code: 'not_found' } });
    await openMessage();
    expect(text()).toContain('This message no longer exists.');
  });
});

it('a phone shows the list or the thread', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await openAdmin('/admin/inbox');
  await settle();
  expect(document.querySelector('article')).toBeNull();
  await click(document.querySelector('[aria-label=Messages] a') as Element);
  expect(location.search).toBe('?message=one');
  expect(document.querySelector('[aria-label=Messages] a')).toBeNull();
  await click(button('Messages'));
  expect(document.querySelector('article')).toBeNull();
});
