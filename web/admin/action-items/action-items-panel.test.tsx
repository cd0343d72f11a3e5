import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, settle, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const list = 'GET /api/admin/attention';
const aside = 'POST /api/admin/attention/aside';
let store: FakeStore;

const item = (n: number, more: Record<string, unknown> = {}) => ({
  subject: `s${n}`,
  order_id: `ABCDEFGH000${n}`,
  at: '2026-03-01T11:00:00Z',
  words: `Words ${n}`,
  ...more,
});

const group = (kind: string, items: object[], more: Record<string, unknown> = {}) => ({
  kind,
  count: items.length,
  more: false,
  may_set_aside: true,
  items,
  ...more,
});

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/stats', {
    body: { totalOrders: 1, todayOrders: 1, pendingOrders: 1, revenue: 1, formattedRevenue: '$1.00' },
  });
  store.on('GET /api/orders', { body: [] });
});

async function open(kinds: object[]): Promise<void> {
  waiting(kinds);
  await openAdmin('/admin');
}

function waiting(kinds: object[]): void {
  store.on(list, ({ query }) => {
    const kind = query.get('kind');
    return {
      body: {
        kinds: kind
          ? [
              group(
                kind,
                [1, 2, 3, 4, 5, 6, 7].map((n) => item(n)),
              ),
            ]
          : kinds,
      },
    };
  });
}

const panel = () => document.querySelector('[aria-labelledby=needs-attention]') as HTMLElement;
const headings = () => [...panel().querySelectorAll('h3')].map((one) => one.textContent);
const dialog = () => document.querySelector('dialog');

describe('action items', () => {
  it('says so where nothing does', async () => {
    await open([]);
    expect(panel().textContent).toBe('Needs attentionAll caught up.');
  });

  it('shows each kind with its number, and leads to the order where it is settled', async () => {
    await open([group('second_capture', [item(1)]), group('dispatch_unknown', [item(2)], { may_set_aside: false })]);
    expect(panel().querySelector('h2')?.textContent).toBe('Needs attention2');
    expect(headings()).toEqual(['Orders that were paid twice (1)', 'Sends with an unknown result (1)']);
    expect(panel().textContent).toContain('Words 1');
    expect(button('ABCDEFGH0002', panel()).getAttribute('href')).toBe('/admin/orders/ABCDEFGH0002');
  });

  it('shows the first ten of all kinds, counts what the store returned, and shows all after a click', async () => {
    const few = [1, 2, 3, 4, 5].map((n) => item(n));
    await open([
      group('dispatch_failed', few, { count: 7 }),
      group('delivery_stopped', few),
      group('late_payment', few, { count: 100, more: true }),
    ]);
    expect(panel().querySelectorAll('li')).toHaveLength(10);
    // The other groups are closed.
    expect(headings()).toEqual([
      'Links that could not be sent (7)',
      'Under-delivered links (5)',
      'Payments that came late (100+)',
    ]);
    expect(panel().querySelector('h2')?.textContent).toBe('Needs attention99+');
    await click(button('Show all 112+', panel()));
    expect(
      store
        .calls(list)
        .map(({ query }) => query.get('kind'))
        .filter((kind) => kind !== null),
    ).toEqual(['dispatch_failed', 'late_payment']);
    expect(panel().textContent).toContain('Payments that came late (7)');
    expect(panel().querySelectorAll('li')).toHaveLength(7 + 5 + 7);
    expect(panel().textContent).not.toContain('Show all');
  });

  it('leads the focus to the next one when the one with the focus is settled', async () => {
    await open([group('chargeback', [item(1), item(2)])]);
    const settle = async (left: ReturnType<typeof item>[]) => {
      const dismiss = button('Dismiss', panel());
      dismiss.focus();
      await click(dismiss);
      await fill(field('dialog textarea'), 'Done');
      store.on(aside, () => {
        waiting(left.length > 0 ? [group('chargeback', left)] : []);
        return { body: { success: true } };
      });
      await click(button('Dismiss', dialog() ?? document));
    };
    await settle([item(2)]);
    expect(document.activeElement?.textContent).toContain('Words 2');
    await settle([]);
    expect(document.activeElement?.id).toBe('content');
  });

  it('of a request for another link shows both, and is declined with a reason for the buyer', async () => {
    const requested = { new_link: 'https://www.instagram.com/ana.souza/', active_order_id: 'BUSY2M9TB4VA' };
    const link = { post_link: 'https://www.instagram.com/p/Old0001/', api_order_id: null, quantity: 250, requested };
    await open([group('link_requested', [item(1, { words: '', link })])]);
    expect(panel().textContent).toContain(link.post_link);
    expect(panel().textContent).toContain('New link: instagram.com/ana.souza/');
    expect(panel().textContent).toContain('Profile · ana.souza');
    expect(panel().textContent).toContain('Order BUSY2M9TB4VA is being delivered to this post.');
    await click(button('Decline', panel()));
    expect(dialog()?.textContent).toContain('the buyer can ask for another one');
    expect(dialog()?.textContent).toContain('The buyer gets an email with your reason');
  });

  it('of a reported drop names the post, and its dismissal says what the buyer gets', async () => {
    const link = {
      position: 1,
      post_link: 'https://www.instagram.com/reel/DropTwo0002/',
      api_order_id: '7',
      quantity: 250,
    };
    await open([group('drop_reported', [item(1, { words: '', link })])]);
    expect(panel().textContent).toContain(link.post_link);
    await click(button('Dismiss', panel()));
    expect(dialog()?.textContent).toContain('The drop is not refilled, and is no longer shown here.');
    expect(dialog()?.textContent).toContain('The buyer gets an email with your reason');
    expect(dialog()?.textContent).not.toContain('Nothing else changes');
  });

  it('is put aside with a note, after a question', async () => {
    await open([group('chargeback', [item(1)])]);
    await click(button('Dismiss', panel()));
    expect(dialog()?.textContent).toContain('Words 1');
    expect(button('Dismiss', dialog() ?? document).disabled).toBe(true);
    await fill(field('dialog textarea'), ' The buyer is right ');
    store.on(aside, () => {
      waiting([]);
      return { body: { success: true } };
    });
    await click(button('Dismiss', dialog() ?? document));
    expect(store.calls(aside).map(({ body }) => body)).toEqual([
      { kind: 'chargeback', subject: 's1', note: 'The buyer is right' },
    ]);
    expect(dialog()).toBeNull();
    expect(panel().textContent).toContain('All caught up.');
  });

  it.each([
    ['2026-12-03T20:00:00Z', 'Evidence, due Dec 3'],
    [undefined, 'Evidence'],
  ])('leads from a dispute to its evidence, with the due date %s', async (evidence_due_at, label) => {
    await open([group('chargeback', [item(1, { evidence_due_at })])]);
    expect(button(label, panel()).getAttribute('href')).toBe('/admin/orders/ABCDEFGH0001/evidence');
  });

  it('shows the message of the store why one cannot be dismissed', async () => {
    await open([group('chargeback', [item(1)])]);
    await click(button('Dismiss', panel()));
    await fill(field('dialog textarea'), 'Done');
    const message = 'This action item is already settled.';
    store.on(aside, { status: 404, body: { message } });
    await click(button('Dismiss', dialog() ?? document));
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(message);
  });

  it('D-17: a lost answer cannot be put aside, only settled', async () => {
    await open([group('dispatch_unknown', [item(1)]), group('refund_unsettled', [item(2)])]);
    expect(hasButton('Dismiss', panel())).toBe(false);
  });

  it.each([
    ['links_to_send', '2 of 3 links to send', 'Orders with links to send', false],
    ['delivery_stalled', 'Incorrect order ID', 'Stalled and slow deliveries', true],
    ['order_stuck', 'Every link ended. Set it to Completed.', 'Orders that cannot finish', true],
  ])('A-32: %s says what is to be done and leads to the order', async (kind, words, name, mayDismiss) => {
    await open([group(kind, [item(1, { words })], { may_set_aside: mayDismiss })]);
    expect(headings()).toEqual([`${name} (1)`]);
    expect(panel().querySelector('li')?.textContent).toContain(`${words}1 h ago`);
    expect(button('ABCDEFGH0001', panel()).getAttribute('href')).toBe('/admin/orders/ABCDEFGH0001');
    expect(hasButton('Dismiss', panel())).toBe(mayDismiss);
  });

  it('does not let a database that cannot write be put aside', async () => {
    const words = 'The database cannot write: disk full.';
    await open([group('database_unwritable', [item(1, { order_id: null, words })], { may_set_aside: false })]);
    expect(headings()).toEqual(['The database cannot write (1)']);
    expect(panel().querySelector('li')?.textContent).toContain(words);
    expect(hasButton('Dismiss', panel())).toBe(false);
  });

  it('leads from a mail about no order to the mails that were not sent', async () => {
    await open([group('mail_undelivered', [item(1, { order_id: null })])]);
    expect(button('Unsent emails', panel()).getAttribute('href')).toBe('/admin/inbox?box=unsent');
  });

  it.each([
    ['webhook_expiring', 'Webhooks', '#webhooks', 'Webhooks that expire'],
    ['api_key_expiring', 'API keys', '#api-keys', 'API keys that expire'],
  ] as const)('leads from %s to where another end is chosen', async (kind, link, place, title) => {
    await open([group(kind, [item(1, { order_id: null })])]);
    expect(headings()).toEqual([`${title} (1)`]);
    expect(button(link, panel()).getAttribute('href')).toBe(`/admin?tab=settings${place}`);
  });

  it('tries a job again that was given up', async () => {
    const retry = 'POST /api/admin/jobs/17/retry';
    await open([group('dead_job', [item(1, { subject: '17', order_id: null })])]);
    store.on(retry, { body: { success: true } });
    await click(button('Retry', panel()));
    expect(store.calls(retry)).toHaveLength(1);
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('Job retried');
    store.on(retry, { status: 404, body: { message: 'There is no such job.' } });
    await click(button('Retry', panel()));
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('There is no such job.');
  });

  it('is renewed every minute, and lets try again when it could not be loaded', async () => {
    await open([]);
    waiting([group('chargeback', [item(1)])]);
    await settle(60_000);
    expect(panel().textContent).toContain('Payments that were charged back (1)');
    store.on(list, { status: 500, body: { message: 'Busy.' } });
    await settle(65_000);
    expect(panel().textContent).toContain("Couldn't load action items");
    waiting([]);
    await click(button('Try Again', panel()));
    expect(text()).toContain('All caught up.');
  });
});
