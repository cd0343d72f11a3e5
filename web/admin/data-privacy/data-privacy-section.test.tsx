import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { button, click, type FakeStore, field, fill, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { DataPrivacySection } from './data-privacy-section.tsx';

const empty = { orders: [], mails: [], contact_messages: [], audit: [], alerts: [], saved_filters: [] };
const exported = { ...empty, email: 'ana@example.org', exported_at: '2026-03-01T12:00:00.000Z', orders: [{ id: 'A' }] };
const none = { orders: 0, mails: 0, contact_messages: 0, audit_details: 0, alerts: 0 };
let store: FakeStore;
let saved: { name: string; text: Promise<string> }[];

beforeEach(async () => {
  store = signIn();
  saved = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:made';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: made.at(-1)?.text() ?? Promise.resolve('') });
  });
  await openSection(<DataPrivacySection />);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const inDialog = (name: string) => button(name, document.querySelector('dialog') ?? document);
const name = (email: string) => fill(field('input[name=person-email]'), email);

describe('the data of a person', () => {
  it('is neither exported nor erased before an email is there', async () => {
    expect([button('Export').disabled, button('Erase…').disabled]).toEqual([true, true]);
    await name('ana@example.org');
    expect([button('Export').disabled, button('Erase…').disabled]).toEqual([false, false]);
  });

  it('comes as one file, named by its day', async () => {
    store.on('POST /api/admin/people/export', { body: exported });
    await name(' ana@example.org ');
    await click(button('Export'));
    expect(store.calls('POST /api/admin/people/export')[0]?.body).toEqual({ email: 'ana@example.org' });
    expect(saved.map((file) => file.name)).toEqual(['personal-data-2026-03-01.json']);
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(exported);
  });

  it('makes no file where nothing is known, and says what the store refuses', async () => {
    store.on('POST /api/admin/people/export', { body: { ...exported, orders: [] } });
    await name('ana@example.org');
    await click(button('Export'));
    expect(saved).toEqual([]);
    expect(text()).toContain('No data about ana@example.org.');
    store.on('POST /api/admin/people/export', { status: 400, body: { message: 'The field email is not valid.' } });
    await click(button('Export'));
    expect(document.querySelector('[role=alert]')?.textContent).toBe('The field email is not valid.');
  });

  it('D-30: is erased after a question that says what stays, and after the password', async () => {
    let proved = false;
    store.on('POST /api/admin/step-up', () => {
      proved = true;
      return { body: { success: true, expiresIn: 600 } };
    });
    store.on('POST /api/admin/people/erase', () =>
      proved
        ? { body: { success: true, erased: { ...none, orders: 2 } } }
        : { status: 403, body: { message: 'Please', code: 'step_up' } },
    );
    await name('ana@example.org');
    await click(button('Erase…'));
    expect(text()).toContain('What stays, for accounting');
    await click(inDialog('Erase'));
    await fill(field('input[name=password]'), 'four words in a row');
    await click(button('Continue'));
    expect(store.calls('POST /api/admin/people/erase')).toHaveLength(2);
    expect(document.querySelector('dialog')).toBeNull();
    expect(text()).toContain('The personal data of ana@example.org was erased.');
    expect(field('input[name=person-email]').value).toBe('');
  });

  it('shows which orders block the erasure, and an email without any data', async () => {
    const message = 'Payment, delivery or refund still in progress: A1B2C3D4E5F6.';
    store.on('POST /api/admin/people/erase', { status: 409, body: { message, orderIds: ['A1B2C3D4E5F6'] } });
    await name('ana@example.org');
    await click(button('Erase…'));
    await click(inDialog('Erase'));
    expect(document.querySelector('dialog [role=alert]')?.textContent).toBe(message);
    store.on('POST /api/admin/people/erase', { body: { success: true, erased: none } });
    await click(inDialog('Erase'));
    expect(document.querySelector('dialog')).toBeNull();
    expect(text()).toContain('No data about ana@example.org.');
  });
});
