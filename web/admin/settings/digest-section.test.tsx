import { expect, it } from 'vitest';
import { button, click, dispatchEvent, field, text } from '../testing.tsx';
import { openSettings, storeWithSettings } from './testing-settings.tsx';

it('previews the real figures in the chosen language, and saves hour and switches', async () => {
  const { store, held } = storeWithSettings();
  store.on('GET /api/admin/owner-address', {
    body: { address: 'owner@shop.example', is_set: true, can_mail: true, pending: null },
  });
  store.on('GET /api/admin/mails/digest', ({ query }) => ({
    body: {
      subject: `${query.get('period')} ${query.get('language')}`,
      text: 'As plain text',
      html: '<html><head><style>.a { color: red }</style></head><body><p class="a" style="color:#000">Hi</p></body></html>',
    },
  }));
  await openSettings('notifications');
  const digest = document.getElementById('digest') ?? document.body;
  // Nothing is read before someone looks.
  expect(store.calls('GET /api/admin/mails/digest')).toEqual([]);
  await click(button('Preview', digest));
  expect(text()).toContain('daily en');
  await click(button('Last week', digest));
  await choose('#setting-digest_language', 'pt');
  expect(text()).toContain('weekly pt');
  expect(digest.querySelector('iframe')?.getAttribute('srcdoc')).not.toMatch(/<style|\sstyle=/);
  await choose('#setting-digest_hour', '19');
  await click(field('#digest [role=switch]'));
  await click(button('Review and save'));
  expect(document.querySelector('dialog')?.textContent).toContain('Daily digest');
  await click(button('Save', document.querySelector('dialog') ?? document));
  expect(held.saved.settings).toMatchObject({
    daily_digest: true,
    weekly_digest: true,
    digest_hour: '19',
    digest_language: 'pt',
  });
});

async function choose(selector: string, value: string): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>(selector);
  if (!select) throw new Error(`No ${selector}.`);
  select.value = value;
  await dispatchEvent(select, new Event('change', { bubbles: true }));
}
