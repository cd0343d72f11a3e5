import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { BackupsSection } from './backups-section.tsx';

const made = { name: 'applaud-live-20260301T020700Z.gz', size_bytes: 2_340_000, made_at: '2026-03-01T02:07:00.000Z' };
let store: FakeStore;
beforeEach(() => {
  store = signIn();
});

describe('the backups', () => {
  it('are listed, and one more is asked for', async () => {
    store.on('GET /api/admin/backups', { body: { configured: true, backups: [made] } });
    store.on('POST /api/admin/backups', { body: { status: 'success' } });
    await openSection(<BackupsSection />);
    expect(text()).toContain(made.name);
    expect(text()).toContain('2.3 MB');
    await click(button('Back up now'));
    expect(store.calls('POST /api/admin/backups')).toHaveLength(1);
    expect(text()).toContain('Backup started');
  });

  it('say what to set where there is no folder', async () => {
    store.on('GET /api/admin/backups', { body: { configured: false, backups: [] } });
    await openSection(<BackupsSection />);
    expect(text()).toContain('No backup folder is set');
    expect(document.querySelector('button[type=button]:not([aria-label])')?.textContent ?? '').not.toContain('Back up');
  });
});
