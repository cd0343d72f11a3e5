// A half-written reply: what it survives, and who may see it.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, dispatchEvent, type FakeStore, fakeToken, fill, settle, text } from '../testing.tsx';
import { openAdmin, operator, signIn } from '../testing-signed-in.tsx';
import { message, openMessage, replyField, templateList, threadOf } from './testing-inbox.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './inbox-page.tsx';

let store: FakeStore;

beforeEach(() => {
  store = signIn();
  sessionStorage.clear();
  store.on('GET /api/admin/contact-messages', { body: [message('one')], headers: { 'X-Total-Count': '1' } });
  store.on('GET /api/admin/reply-templates', { body: templateList });
  store.on('GET /api/admin/contact-messages/one', {
    body: threadOf(message('one', { read_at: '2026-03-01T11:30:00.000Z' })),
  });
});

const kept = () => Object.keys(sessionStorage).filter((name) => name.startsWith('reply'));

describe('a half-written reply', () => {
  it('survives a reload without the store', async () => {
    const leave = await openMessage();
    await fill(replyField(), 'Half a');
    await leave();
    store.breakDown(true);
    const unreachable = await openAdmin('/admin/inbox?message=one');
    await unreachable();
    store.breakDown(false);
    await openMessage();
    expect(replyField().value).toBe('Half a');
  });

  async function signInAgain(email: string): Promise<void> {
    const user = { ...operator, email };
    const token = fakeToken(user);
    store.on('GET /api/admin/verify', { body: { user } });
    localStorage.setItem('adminToken', token);
    await dispatchEvent(window, new StorageEvent('storage', { key: 'adminToken', newValue: token }));
    await settle();
    await settle(1);
  }

  it.each([
    ['is there for the same admin', operator.email, 'Half a'],
    ['D-36: is not left to another admin', 'ana@shop.test', ''],
  ])('whose session ended in the middle %s', async (_name, email, expected) => {
    await openMessage();
    await fill(replyField(), 'Half a');
    store.on('POST /api/admin/contact-messages/one/replies', {
      status: 401,
      body: { message: 'Please sign in as an admin.' },
    });
    await click(button('Send reply'));
    expect(text()).toContain('Your session has ended. Sign in to continue where you were.');
    await signInAgain(email);
    expect(replyField().value).toBe(expected);
    expect(kept()).toHaveLength(expected === '' ? 0 : 1);
  });

  it('D-36: is forgotten with a sign-out', async () => {
    await openMessage();
    await fill(replyField(), 'Half a');
    store.on('POST /api/admin/logout', { body: { success: true } });
    await click(button('Logout'));
    expect(kept()).toEqual([]);
  });
});
