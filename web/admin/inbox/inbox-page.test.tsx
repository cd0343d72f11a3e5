import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import { button, click, type FakeStore, field, fill, hasButton, settle, show, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { message, threadOf } from './testing-inbox.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './inbox-page.tsx';

const list = 'GET /api/admin/contact-messages';
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on(list, { body: [message('one', { urgent: true })], headers: { 'X-Total-Count': '3' } });
  store.on('PATCH /api/admin/contact-messages/one', { body: message('one') });
  store.on('GET /api/admin/contact-messages/one', { body: threadOf(message('one')) });
  store.on('GET /api/admin/reply-templates', { body: { version: 0, templates: [] } });
});

async function open(search = ''): Promise<() => Promise<void>> {
  const leave = await openAdmin(`/admin/inbox${search}`);
  await settle();
  return leave;
}

const calls = () => store.calls(list).filter(({ query }) => query.get('limit') === '30');
const marks = () => store.calls('PATCH /api/admin/contact-messages/one').map(({ body }) => body);

describe('the messages of the inbox', () => {
  it('D-5: shows those that wait for an answer first, opens the first one, and counts them on every page', async () => {
    await open();
    expect(document.querySelector('nav[aria-label=Admin]')?.textContent).toContain('3 unanswered messages');
    expect(calls().at(-1)?.query.get('only')).toBe('unanswered');
    const row = document.querySelector('[aria-label=Messages] li')?.textContent;
    for (const shown of ['About one', 'Ana', 'Urgent', '1 h ago']) expect(row).toContain(shown);
    expect(location.search).toBe('?message=one');
    expect(document.querySelector('article[aria-label="About one"]')?.textContent).toContain('Where\nis it?');
    await click(button('All messages'));
    expect(calls().at(-1)?.query.get('only')).toBeNull();
    expect(location.search).toBe('?box=messages&message=one');
  });

  it('leaves the one that opens by itself unread until it is chosen, also after a reload', async () => {
    const leave = await open();
    await leave();
    const unmount = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
    onTestFinished(unmount);
    expect(document.querySelector('article[aria-label="About one"]')).not.toBeNull();
    expect(marks()).toEqual([]);
    await click(document.querySelector('[aria-label=Messages] a') as Element);
    expect(marks()).toEqual([{ read: true }]);
  });

  it('counts a chosen one as read, and marks it as answered and unread', async () => {
    await open('?message=one');
    expect(marks()).toEqual([{ read: true }]);
    store.on('GET /api/admin/contact-messages/one', {
      body: threadOf(message('one', { read_at: '2026-03-01T11:30:00.000Z' })),
    });
    await click(button('Mark as answered'));
    expect(marks().at(-1)).toEqual({ answered: true });
    await click(button('Mark as unread'));
    expect(marks().at(-1)).toEqual({ read: false });
  });

  it('brings more when asked, says that there are none, and tries again after a failure', async () => {
    store.on(list, { body: [message('one')], headers: { Link: '</x?cursor=two>; rel="next"' } });
    const leave = await open();
    store.on(list, { body: [message('two')] });
    await click(button('Load more'));
    expect(calls().at(-1)?.query.get('cursor')).toBe('two');
    expect(document.querySelectorAll('[aria-label=Messages] li')).toHaveLength(2);
    await leave();
    store.on(list, { status: 500, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain("Couldn't load the messages");
    store.on(list, { body: [] });
    await click(button('Try Again'));
    expect(text()).toContain('Every message is answered.');
  });

  it('D-5: searches by words, keeps the search in the URL and between both lists, and shows when nothing matches', async () => {
    await open('?search=refund+ana');
    expect(calls().at(-1)?.query.get('search')).toBe('refund ana');
    expect(location.search).toBe('?search=refund+ana&message=one');
    await click(button('All messages'));
    expect(location.search).toBe('?box=messages&search=refund+ana&message=one');
    field('input[type=search]').focus();
    await fill(field('input[type=search]'), 'refund');
    await settle(500);
    await settle(1);
    expect(location.search).toBe('?box=messages&search=refund&message=one');
    expect(document.activeElement).toBe(field('input[type=search]'));
    store.on(list, { body: [] });
    await fill(field('input[type=search]'), 'nothing');
    await settle(500);
    expect(calls().at(-1)?.query.get('search')).toBe('nothing');
    expect(location.search).toBe('?box=messages&search=nothing');
    expect(text()).toContain('No message has all these words.');
    await fill(field('input[type=search]'), '');
    await settle(500);
    expect(calls().at(-1)?.query.has('search')).toBe(false);
    expect(text()).toContain('No messages yet.');
    await click(button('All emails'));
    expect(location.search).toBe('?box=mails');
  });

  it('keeps the loaded ones when the next ones fail, and tries those again', async () => {
    store.on(list, { body: [message('one')], headers: { Link: '</x?cursor=two>; rel="next"' } });
    await open();
    store.on(list, { status: 400, body: { message: 'The store is busy.' } });
    await click(button('Load more'));
    expect(text()).toContain('The store is busy.');
    expect(document.querySelectorAll('[aria-label=Messages] li')).toHaveLength(1);
    store.on(list, { body: [message('two')] });
    await click(button('Try Again'));
    expect(calls().at(-1)?.query.get('cursor')).toBe('two');
    expect(document.querySelectorAll('[aria-label=Messages] li')).toHaveLength(2);
  });
});

describe('the log of mails', () => {
  it('brings more when asked, after those that are there', async () => {
    const mail = (id: string) => ({
      id,
      kind: 'order_paid',
      order_id: id,
      recipient: 'ana@mail.test',
      state: 'sent',
      attempts: 1,
      last_error: null,
      created_at: '2026-03-01T11:00:00.000Z',
      sent_at: '2026-03-01T11:00:00.000Z',
    });
    store.on('GET /api/admin/mails', { body: [mail('AAA')], headers: { Link: '</x?cursor=two>; rel="next"' } });
    await open('?box=mails');
    store.on('GET /api/admin/mails', { body: [mail('BBB')] });
    await click(button('Load more'));
    expect(store.calls('GET /api/admin/mails').at(-1)?.query.get('cursor')).toBe('two');
    const links = [...document.querySelectorAll('[aria-label=Emails] li a')].map((link) => link.textContent);
    expect(links).toEqual(['AAA', 'ana@mail.test', 'BBB', 'ana@mail.test']);
    expect(hasButton('Load more')).toBe(false);
  });

  it('D-10: lists mails, or only those that did not go out, each leading to its order', async () => {
    const mail = {
      id: 'm1',
      kind: 'order_paid',
      order_id: 'AAA',
      recipient: 'ana@mail.test',
      state: 'kept',
      attempts: 0,
      last_error: null,
      created_at: '2026-03-01T11:00:00.000Z',
      sent_at: null,
    };
    store.on('GET /api/admin/mails', { body: [mail] });
    await open('?box=mails');
    const row = document.querySelector('[aria-label=Emails] li');
    expect(row?.textContent).toContain('Order paid');
    expect(row?.textContent).toContain('Not sent');
    expect(row?.querySelector('a')?.getAttribute('href')).toBe('/admin/orders/AAA');
    store.on('GET /api/admin/mails', { body: [] });
    await click(button('Unsent emails'));
    expect(store.calls('GET /api/admin/mails').at(-1)?.query.get('only')).toBe('unsent');
    expect(text()).toContain('All emails were sent.');
  });
});
