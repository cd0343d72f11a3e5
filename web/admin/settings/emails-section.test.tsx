import { expect, it } from 'vitest';
import { button, click, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { EmailsSection } from './emails-section.tsx';

it('D-10: every email is previewed in both languages, in a frame that runs nothing', async () => {
  const store = signIn();
  store.on('GET /api/admin/mails/preview', ({ query }) => ({
    body: {
      subject: `${query.get('kind')} ${query.get('language')}`,
      text: 'As plain text',
      html: '<html><head><style>.a { color: red }</style></head><body style="margin:0"><p class="a" style="color:#000">Hi</p></body></html>',
    },
  }));
  await openSection(<EmailsSection />);
  expect(text()).toContain('order_received en');
  await click(button('Order refunded'));
  await click(button('Português (BR)'));
  expect(text()).toContain('order_refunded pt');
  expect(text()).toContain('As plain text');
  const frame = document.querySelector('iframe');
  expect(frame?.title).toBe('Order refunded, Português (BR)');
  expect(frame?.getAttribute('sandbox')).toBe('allow-same-origin');
  // The Content-Security-Policy of the admin would block both.
  expect(frame?.getAttribute('srcdoc')).not.toMatch(/<style|\sstyle=/);
  expect(frame?.getAttribute('srcdoc')).toContain('data-style="color:#000"');
});
