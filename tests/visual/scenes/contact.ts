// The contact form: empty, with each kind of mistake, on its way, sent, refused.
import type { Page } from 'playwright-core';
import { type Frame, live, type Scene } from '../scene.ts';

type Fields = Partial<Record<'name' | 'email' | 'subject' | 'message', string>>;

const whole: Required<Fields> = {
  name: 'Ana Souza',
  email: 'ana@buyer.example',
  subject: 'Where is my order?',
  message: 'Hello,\nI paid yesterday and would like to know when the delivery starts.\n\nThank you, Ana',
};

const mistake = (name: string, fields: Fields): Scene => ({
  name: `contact-${name}`,
  page: 'contact',
  frame: live,
  act: async ({ page }) => {
    await send(page, fields);
    await page.locator('[aria-invalid=true]').first().waitFor();
  },
});

const notice: Frame = { part: '.toast-in' };
const { name: _, ...nameless } = whole;

export const contact: readonly Scene[] = [
  { name: 'contact', page: 'contact', frame: 'page' },
  mistake('empty', {}),
  mistake('no-name', nameless),
  mistake('wrong-email', { ...whole, email: 'ana.buyer.example' }),
  {
    name: 'contact-sending',
    page: 'contact',
    frame: live,
    replies: { 'POST /api/contact': 'waits' },
    act: async ({ page }) => {
      await send(page, whole);
      await page.locator('form [aria-disabled=true]').waitFor();
    },
  },
  {
    name: 'contact-sent',
    page: 'contact',
    frame: 'screen',
    replies: { 'POST /api/contact': { returns: { success: true } } },
    act: (stage) => outcome(stage),
  },
  {
    name: 'contact-refused',
    page: 'contact',
    frame: notice,
    replies: { 'POST /api/contact': { refuses: 429, code: 'rate_limited' } },
    act: (stage) => outcome(stage),
  },
  {
    name: 'contact-unreachable',
    page: 'contact',
    frame: notice,
    replies: { 'POST /api/contact': 'lost' },
    act: (stage) => outcome(stage),
  },
];

async function send(page: Page, fields: Fields): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.locator(`#contact-${name}`).fill(text);
  await page.locator('form button[type=submit]').click();
}

/** The notice comes once the answer is there and the shortest time of sending is over. */
async function outcome({ page, pass }: Parameters<NonNullable<Scene['act']>>[0]): Promise<void> {
  const answered = page.waitForEvent('requestfinished', isContact).catch(() => null);
  const lost = page.waitForEvent('requestfailed', isContact).catch(() => null);
  await send(page, whole);
  await Promise.race([answered, lost]);
  await pass(1_600);
  await page.locator('.toast-in').waitFor();
}

function isContact(request: { url(): string }): boolean {
  return request.url().endsWith('/api/contact');
}
