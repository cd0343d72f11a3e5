import { beforeEach, expect, it } from 'vitest';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  field,
  fill,
  hasButton,
  settle,
  text,
  toasts,
} from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { NotificationsSection } from './notifications-section.tsx';

const channel = {
  id: 'c1',
  kind: 'ntfy',
  name: 'Phone',
  config: { server: 'https://ntfy.sh', topic: 'shop-x', token: '…fJ3k' },
  kinds: null,
  leastSeverity: 'warning',
  quietFrom: null as number | null,
  quietUntil: null as number | null,
  language: 'pt',
  enabled: true,
  state: 'failing',
  createdAt: '2026-02-01T00:00:00Z',
  lastSentAt: '2026-03-01T11:00:00Z',
  lastAnswer: 'The ntfy server answered 401: unauthorized',
  lastFailedAt: '2026-03-01T11:30:00Z',
  adminId: null,
};
const path = '/api/admin/notification-channels';
let store: FakeStore;
beforeEach(() => {
  store = signIn();
  store.on(`GET ${path}`, { body: [channel] });
  store.on('GET /api/admin/time-zone', { body: { time_zone: 'Europe/Lisbon', next: null } });
});
const open = () => openSection(<NotificationsSection />);

const dialogs = () => [...document.querySelectorAll('dialog')];
const tick = (title: string) => {
  const found = [...document.querySelectorAll('label')].find((label) => label.textContent?.startsWith(title));
  return found?.querySelector('input') ?? document.body;
};
const bodyOf = (call: string) => store.calls(call).at(-1)?.body;
async function choose(select: string, value: string): Promise<void> {
  const element = field(select) as unknown as HTMLSelectElement;
  element.value = value;
  await dispatchEvent(element, new Event('change', { bubbles: true }));
}
async function add(kind: string): Promise<void> {
  await click(button('Add channel'));
  const choice = [...document.querySelectorAll('dialog button')].find((one) => one.textContent?.startsWith(kind));
  await click(choice ?? document.body);
}
const addNow = () => button('Add channel', dialogs()[0]);

it('lists each channel with its state, its last message and the last answer', async () => {
  await open();
  expect(text()).toContain('PhoneFailingntfy, ntfy.sh/shop-x');
  expect(text()).toContain('Last message 1 h ago');
  expect(text()).toContain('Last failure 30 min ago');
  expect(text()).toContain('The ntfy server answered 401: unauthorized');
});

it('says what a first channel is good for', async () => {
  store.on(`GET ${path}`, { body: [] });
  await open();
  expect(text()).toContain('No channels yet.');
});

it('shows the real answer of a test, good or bad', async () => {
  const answer = 'The ntfy server answered 200: message m1';
  store.on(`POST ${path}/c1/test`, { body: { arrived: true, answer } });
  await open();
  await click(button('Send test to Phone'));
  await settle();
  expect(document.querySelector('li [role=status]')?.textContent).toBe(`Test message sent ${answer}`);
  store.on(`POST ${path}/c1/test`, { body: { arrived: false, answer: 'The ntfy server answered 502.' } });
  await click(button('Send test to Phone'));
  await settle();
  expect(document.querySelector('li [role=status]')?.textContent).toBe(
    'Test message not sent The ntfy server answered 502.',
  );
});

it('switches a channel off, and keeps what it sends', async () => {
  store.on(`PUT ${path}/c1`, { body: { ...channel, enabled: false, state: 'off' } });
  await open();
  await click(tick('Phone is on'));
  const { name, kinds, leastSeverity, quietFrom, quietUntil, language } = channel;
  const preferences = { name, kinds, leastSeverity, quietFrom, quietUntil, language };
  expect(bodyOf(`PUT ${path}/c1`)).toEqual({ ...preferences, enabled: false });
});

it('adds a Telegram chat: token, Start, and the chat that is found', async () => {
  store.on(`POST ${path}/telegram-chats`, { body: { botName: 'shop_bot', chats: [] } });
  store.on(`POST ${path}`, { body: channel });
  await open();
  await add('Telegram');
  expect(button('Find my chat').disabled).toBe(true);
  await fill(field('input[name=channel-botToken]'), ' 1:abc ');
  await click(button('Find my chat'));
  expect(bodyOf(`POST ${path}/telegram-chats`)).toEqual({ botToken: '1:abc' });
  expect(text()).toContain('Nobody wrote to the bot in the last day.');
  expect(button('Open @shop_bot').getAttribute('href')).toBe('https://t.me/shop_bot');
  expect(addNow().disabled).toBe(true);
  const chats = [
    { id: '-7', name: 'Night shift' },
    { id: '42', name: 'Ana' },
  ];
  store.on(`POST ${path}/telegram-chats`, { body: { botName: 'shop_bot', chats } });
  await click(button('Find my chat again'));
  await click(tick('Ana'));
  await click(addNow());
  await settle();
  expect(bodyOf(`POST ${path}`)).toEqual({
    name: 'Telegram',
    kinds: null,
    leastSeverity: 'info',
    quietFrom: null,
    quietUntil: null,
    language: 'en',
    to: { kind: 'telegram', config: { botToken: '1:abc', chatId: '42', chatName: 'Ana' } },
  });
  expect(toasts()).toContain('Channel added');
  expect(dialogs()).toHaveLength(0);
});

it('shows why Telegram refuses a token', async () => {
  const message = 'The Telegram API answered 401: Unauthorized';
  store.on(`POST ${path}/telegram-chats`, { status: 400, body: { message, field: 'botToken' } });
  await open();
  await add('Telegram');
  await fill(field('input[name=channel-botToken]'), 'wrong');
  await click(button('Find my chat'));
  expect(text()).toContain(message);
});

it('adds a webhook after the password, with a secret of its own', async () => {
  let proved = false;
  store.on('POST /api/admin/step-up', () => {
    proved = true;
    return { body: { success: true, expiresIn: 600 } };
  });
  store.on(`POST ${path}`, () =>
    proved ? { body: channel } : { status: 403, body: { message: 'Please', code: 'step_up' } },
  );
  await open();
  await add('Webhook');
  const secret = document.querySelector('dialog code')?.textContent;
  expect(secret).toMatch(/^whsec_\S{32}$/);
  await fill(field('input[name=channel-url]'), 'https://hooks.example/told');
  await click(addNow());
  await fill(field('input[type=password]'), 'a long enough password');
  await click(button('Continue'));
  await settle();
  expect(bodyOf(`POST ${path}`)).toMatchObject({
    to: { kind: 'webhook', config: { url: 'https://hooks.example/told', secret } },
  });
});

it('edits what is sent and when, without touching the address', async () => {
  store.on(`PUT ${path}/c1`, { body: channel });
  await open();
  await click(button('Edit Phone'));
  await fill(field('input[name=channel-name]'), 'My phone');
  await choose('select[name=channel-least]', 'critical');
  await click(tick('Money'));
  await click(tick('Daily summary'));
  await click(tick('Quiet hours'));
  expect(text()).toContain('Time zone: Europe/Lisbon.');
  await fill(field('input[name=quiet-from]'), '23:30');
  await click(button('Save'));
  await settle();
  const { kinds, ...others } = bodyOf(`PUT ${path}/c1`) as { kinds: string[] };
  const quiet = { quietFrom: 1_410, quietUntil: 420 };
  expect(others).toEqual({ name: 'My phone', leastSeverity: 'critical', ...quiet, language: 'pt', enabled: true });
  expect(kinds).toContain('daily_digest');
  expect(kinds).not.toContain('chargeback');
  expect(dialogs()).toHaveLength(0);
});

it('replaces the address as a whole, and shows the refusal of the store', async () => {
  const message = 'The channel is not at a public address.';
  store.on(`PUT ${path}/c1`, { status: 400, body: { message, field: 'to' } });
  await open();
  await click(button('Edit Phone'));
  expect(document.querySelector('dialog input[name=channel-topic]')).toBeNull();
  await click(button('Change the address'));
  await fill(field('input[name=channel-topic]'), 'other');
  await fill(field('input[name=channel-server]'), 'https://10.0.0.1');
  await click(button('Save'));
  expect(text()).toContain(message);
  expect(bodyOf(`PUT ${path}/c1`)).toMatchObject({
    to: { kind: 'ntfy', config: { server: 'https://10.0.0.1', topic: 'other' } },
  });
  await click(button('Keep the present address'));
  store.on(`PUT ${path}/c1`, { body: channel });
  await click(button('Save'));
  expect(bodyOf(`PUT ${path}/c1`)).not.toHaveProperty('to');
});

it('asks before it removes a channel', async () => {
  store.on(`DELETE ${path}/c1`, () => {
    store.on(`GET ${path}`, { body: [] });
    return { body: { success: true } };
  });
  await open();
  await click(button('Remove Phone'));
  expect(store.calls(`DELETE ${path}/c1`)).toHaveLength(0);
  await click(button('Remove', dialogs()[0]));
  await settle();
  expect(hasButton('Remove Phone')).toBe(false);
});

it('a device has no address to change here', async () => {
  const config = { deviceName: 'Chrome on Android', endpoint: '…x9Qa' };
  store.on(`GET ${path}`, { body: [{ ...channel, kind: 'web-push', config, adminId: 'a1' }] });
  await open();
  expect(text()).toContain('This browser, Chrome on Android');
  await click(button('Edit Phone'));
  expect(hasButton('Change the address')).toBe(false);
  expect(hasButton('Save')).toBe(true);
});
