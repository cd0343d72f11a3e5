import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, dispatchEvent, type FakeStore, field, fill, settle, text, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { message, templateList, threadOf } from './testing-inbox.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './inbox-page.tsx';

let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/contact-messages', { body: [message('one')], headers: { 'X-Total-Count': '1' } });
  store.on('GET /api/admin/contact-messages/one', {
    body: threadOf(message('one', { read_at: '2026-03-01T11:30:00.000Z' })),
  });
  store.on('GET /api/admin/reply-templates', { body: templateList });
});

describe('the templates', () => {
  it('are edited as one list', async () => {
    await openAdmin('/admin/inbox?box=templates');
    await settle();
    await fill(field('li[aria-label="Template Thanks"] input'), 'Many thanks');
    await click(button('Remove', document.querySelector('li[aria-label="Template Where"]') as Element));
    store.on('PUT /api/admin/reply-templates', {
      status: 409,
      body: { code: 'conflict', message: 'Load them again.' },
    });
    const form = document.querySelector('main form') as HTMLFormElement;
    await dispatchEvent(form, new Event('submit', { bubbles: true, cancelable: true }));
    expect(toasts()).toContain('Load them again.');
    const [saved] = store.calls('PUT /api/admin/reply-templates');
    expect(saved?.body).toMatchObject({
      version: 0,
      templates: [
        { language: 'en', name: 'Many thanks' },
        { language: 'pt', name: 'Obrigado' },
      ],
    });
  });

  it('keep what is being typed when they cannot be loaded again', async () => {
    await openAdmin('/admin/inbox?message=one');
    await settle();
    store.on('GET /api/admin/reply-templates', { status: 400, body: { message: 'The store is busy.' } });
    await click(button('Edit templates'));
    await settle(1);
    expect(text()).toContain('The store is busy.');
    expect(field('li[aria-label="Template Thanks"] input').value).toBe('Thanks');
  });

  it('cannot be changed while they are saved', async () => {
    await openAdmin('/admin/inbox?box=templates');
    await settle();
    const name = field('li[aria-label="Template Thanks"] input');
    await fill(name, 'Many thanks');
    let answer = (): void => {};
    store.on('PUT /api/admin/reply-templates', async ({ body }) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return { body };
    });
    await click(button('Save templates'));
    const isLocked = (element: Element) => element.closest('fieldset')?.disabled === true;
    expect([name, button('Add template'), button('Remove')].map(isLocked)).toEqual([true, true, true]);
    answer();
    await settle();
    expect(isLocked(field('li[aria-label="Template Many thanks"] input'))).toBe(false);
  });
});
