// D-58: the backup codes of the signed-in admin: the bar on every page, how many are left, and new ones.
import { useEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAdmin } from '../admin-context.tsx';
import { button, click, type FakeStore, hasButton, text } from '../testing.tsx';
import { openAdmin, openSection, operator, signIn } from '../testing-signed-in.tsx';
import { BackupCodes } from './backup-codes.tsx';

const codes = ['aaaaa-11111', 'bbbbb-22222'];
let store: FakeStore;
beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/passkeys', { body: [] });
  store.on('POST /api/admin/second-factor/backup-codes', { body: { backupCodes: codes } });
});

const verified = (left?: number) =>
  store.on('GET /api/admin/verify', {
    body: { user: operator, ...(left === undefined ? {} : { backup_codes: left }) },
  });
const dialog = () => document.querySelector('dialog') ?? document;

function Section() {
  const { session } = useAdmin();
  useEffect(() => void session.verify(), [session]);
  return <BackupCodes />;
}

describe('the bar', () => {
  it.each(['/admin?tab=session', '/admin/inbox', '/admin'])('is on %s while there is no code left', async (path) => {
    verified(0);
    await openAdmin(path);
    expect(text()).toContain('You have no backup codes.');
    expect(button('Make backup codes').getAttribute('href')).toBe('/admin?tab=settings#sign-in');
  });

  it.each([1, 10, undefined])('is not there with %s of them', async (left) => {
    verified(left);
    await openAdmin('/admin?tab=session');
    expect(text()).not.toContain('You have no backup codes.');
  });
});

describe('the section', () => {
  it('is not there without a second factor', async () => {
    verified();
    await openSection(<Section />);
    expect(text()).not.toContain('Backup codes');
  });

  it('makes new codes after a question, shows them once, and the bar of the page follows', async () => {
    verified(3);
    await openSection(<Section />);
    expect(text()).toContain('3 codes left');
    await click(button('Make new codes'));
    expect(text()).toContain('The codes that you saved before end at once.');
    await click(button('Make new codes', dialog()));
    for (const code of codes) expect(text()).toContain(code);
    expect(document.querySelectorAll('dialog')).toHaveLength(1);
    verified(10);
    await click(button('I have saved them'));
    expect(text()).toContain('10 codes left');
    expect(text()).not.toContain(codes[0]);
  });

  it('asks nothing where none are left', async () => {
    verified(0);
    await openSection(<Section />);
    expect(text()).toContain('None left.');
    await click(button('Make new codes'));
    expect(text()).toContain(codes[0]);
  });

  it('shows the refusal of the store', async () => {
    verified(0);
    store.on('POST /api/admin/second-factor/backup-codes', { status: 409, body: { message: 'Add a passkey first.' } });
    await openSection(<Section />);
    await click(button('Make new codes'));
    expect(text()).toContain('Add a passkey first.');
    expect(hasButton('I have saved them')).toBe(false);
  });
});
