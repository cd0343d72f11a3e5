import { beforeEach, describe, expect, it } from 'vitest';
import { systemChecks } from '../../../contract/system-rules.ts';
import { button, click, type FakeStore, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';
import { showSetupTexts } from '../texts/shown-texts.ts';
import './system-page.tsx';
import { testChecks, unmeasured } from './testing-system.ts';

let store: FakeStore;
beforeEach(async () => {
  store = signIn();
  await showSetupTexts();
});

const job = {
  id: '7',
  name: 'expire_order',
  order_id: 'AAAAAAAAAAAA',
  at: new Date(now).toISOString(),
  error: 'It broke',
};

function answer(checks = testChecks, dead_jobs = [job]) {
  const times = { started_at: new Date(now - 7_200_000).toISOString(), checked_at: new Date(now).toISOString() };
  store.on('GET /api/admin/system/checks', { body: { version: '1.2.3', level: 'red', ...times, checks, dead_jobs } });
}

describe('the System page', () => {
  it('shows each part with its level in words, its value, its rule, and what to do about amber and red', async () => {
    answer();
    await openAdmin('/admin/system');
    expect(document.title).toContain('System');
    expect(text()).toContain('Something needs you now');
    expect(text()).toContain('Version 1.2.3');
    for (const words of [
      'Stores changes',
      'PostgreSQL 18.4, released May 14, 2026; supported until Nov 14, 2030; 18.6 was released Aug 13, 2026',
      'Amber from 90 days, red from 365 days',
      '1.2 GB, grows by 20.0 MB a day',
      '85 % full, 15.0 GB of 100.0 GB free',
      'Amber from 80 %, red from 90 %',
      'What to do: Free space, or enlarge the disk of DATA_DIR.',
      'Version 20.20.2, no security updates since Apr 30, 2026',
      'Amber from 1 day, red from 365 days',
      'What to do: Install a newer Node (docs/install.md)',
      '3 waiting, the oldest for 12 seconds; 2 running',
      'Half of 310 calls in 24 hours took at most 240 ms, 19 of 20 at most 12.0 s',
      'A ping every 5 minutes; 3 failed in a row',
      'The monitor returned HTTP 404.',
      'Not set up',
      'Amber from 26 hours, red from 2 days',
    ]) {
      expect(text()).toContain(words);
    }
    const levels = [...document.querySelectorAll('li [data-level]')].map((mark) => mark.textContent);
    expect(levels).toHaveLength(systemChecks.length);
    expect(levels).toContain('Act now');
    expect(levels).toContain('Watch');
  });

  it('D-115: states until when Node gets security updates, and in a sandbox store that it gets none, without a warning', async () => {
    const node = (change: object) => testChecks.map((check) => (check.id === 'node' ? { ...check, ...change } : check));
    answer(node({ level: 'green', value: 0, facts: { version: '24.1.0', ends_on: '2028-04-30' } }), []);
    await openAdmin('/admin/system');
    expect(text()).toContain('Version 24.1.0, security updates until Apr 30, 2028');
    answer(node({ level: 'green', value: 0, facts: { version: '99.1.0' } }), []);
    await openAdmin('/admin/system');
    expect(text()).toContain('Version 99.1.0');
    answer(node({ level: 'unknown' }), []);
    await openAdmin('/admin/system');
    expect(text()).toContain('Version 20.20.2, no security updates since Apr 30, 2026');
    expect(text()).not.toContain('Install a newer Node');
  });

  it('works where nothing is measured yet', async () => {
    answer(systemChecks.map(unmeasured), []);
    await openAdmin('/admin/system');
    expect(text()).toContain('Not measured yet');
    expect(text()).toContain('No job has failed.');
  });

  it('retries a failed job, and deletes one after a confirmation', async () => {
    answer();
    store.on('POST /api/admin/jobs/7/retry', { body: { success: true } });
    store.on('DELETE /api/admin/jobs/7', { body: { success: true } });
    await openAdmin('/admin/system');
    await click(button('Retry expire_order'));
    expect(store.calls('POST /api/admin/jobs/7/retry')).toHaveLength(1);
    await click(button('Delete expire_order'));
    expect(store.calls('DELETE /api/admin/jobs/7')).toHaveLength(0);
    await click(button('Delete'));
    expect(store.calls('DELETE /api/admin/jobs/7')).toHaveLength(1);
    expect(text()).toContain('Job deleted');
  });

  it('is reached from the account menu', async () => {
    answer();
    await openAdmin('/admin/system');
    await click(button(`Account and display: owner@shop.test`));
    expect(document.querySelector('section a[href="/admin/system"]')?.textContent).toContain('System');
  });
});
