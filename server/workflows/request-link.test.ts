// A buyer requests another link on the order page: permissions, times, and the decision of an admin.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, chargeBack, type Placed, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.control('/provider/clear', {}));

const { end, leaveClaimed, paid, send, sent } = deliverySteps(() => store);
const { setAutomatic, sweepAfter } = automaticDispatchSteps(() => store);
const { give, proveAgain } = refundSteps(() => store);
const { aside, itemOf, setStatus, waitsFor } = actionItemSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyOf = ({ id }: Pick<Placed, 'id'>, key = links.computeKey(id)) => ({ 'order-key': `${id}.${key}` });
const first = ({ postLinks }: Placed) => postLinks[0] ?? '';
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;

const request = (order: Placed, newLink = aLink(), postLink = first(order), headers = keyOf(order)) =>
  store.visitor.ask(
    'POST /api/orders/{id}/request-link',
    { params: { id: order.id }, body: { postLink, newLink } },
    headers,
  );
const accept = ({ id, postLinks }: Placed, newLink: string, postLink = postLinks[0] ?? '') =>
  store.admin.ask('POST /api/admin/orders/{id}/replace-link', { params: { id }, body: { postLink, newLink } });
const decline = async (order: Placed, note = 'The post is private.') =>
  aside('link_requested', (await itemOf(order))?.subject ?? '', note);
const pageOf = (order: Placed) =>
  store.visitor.call('GET /api/orders/{id}/page', { params: { id: order.id } }, keyOf(order));
const postOf = async (order: Placed, at = 0) => (await pageOf(order)).posts[at];
const requested = async (links?: number) => {
  const order = await paid(links);
  const newLink = aLink();
  expect((await request(order, newLink)).status).toBe(200);
  return { order, newLink };
};
const mails = async ({ id }: Placed) =>
  (await rows("select kind from mails where order_id = $1 and kind like 'link_%' order by created_at", id)).map(
    ({ kind }) => kind,
  );

describe('permissions and times', () => {
  test('D-35: a wrong key gets the same response as an unknown order', async () => {
    const order = await paid();
    for (const headers of [{ 'order-key': '' }, keyOf(order, 'A'.repeat(22))]) {
      expect(await request(order, aLink(), first(order), headers)).toMatchObject({
        status: 404,
        body: { code: 'order_not_found' },
      });
    }
    expect(await postOf(order)).not.toHaveProperty('link_request');
  });

  test('requires a link of the order, and a new link that an order can have', async () => {
    const order = await paid(2);
    expect(await request(order, aLink(), aLink())).toMatchObject({ status: 400, body: { field: 'postLink' } });
    const refused = { status: 400, body: { code: 'invalid_input', field: 'newLink' } };
    const [own = '', other = ''] = order.postLinks;
    const wrong = [
      '',
      'https://example.com/p/a',
      'https://www.instagram.com/',
      'https://www.instagram.com/accounts/edit/',
    ];
    for (const link of [...wrong, own, `${other}?igsh=1`, `${'https://www.instagram.com/p/'}${'a'.repeat(500)}/`]) {
      expect(await request(order, link), link).toMatchObject(refused);
    }
    expect((await pageOf(order)).posts.map(({ can_replace }) => can_replace)).toEqual([true, true]);
  });

  test('two links of an order cannot be replaced with the same post', async () => {
    const { order, newLink } = await requested(2);
    const second = await request(order, `${newLink}?igsh=1`, order.postLinks[1]);
    expect(second).toMatchObject({ status: 400, body: { field: 'newLink' } });
    expect((await request(order, aLink(), order.postLinks[1])).status).toBe(200);
  });

  test('the same request again changes nothing; another one for the link is refused, also concurrently', async () => {
    const order = await paid();
    const newLink = aLink();
    const answers = await Promise.all([request(order, newLink), request(order, aLink()), request(order, newLink)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await rows('select number from link_requests where order_id = $1', order.id)).toEqual([{ number: 1 }]);
    const { link_request, can_replace } = (await postOf(order)) ?? {};
    expect([link_request?.state, can_replace]).toEqual(['requested', undefined]);
    const asked = link_request?.new_link ?? '';
    expect((await request(order, ` ${asked} `, ` ${first(order)} `)).status).toBe(200);
    expect(await request(order)).toMatchObject({ status: 409, body: { code: 'link_requested' } });
    await accept(order, asked);
    expect((await request(order, asked)).body).toMatchObject({ posts: [{ link_request: { state: 'accepted' } }] });
  });

  test('refuses an order that is unpaid, over, refunded, disputed or erased', async () => {
    const unpaid = await placeOrder(store);
    expect(await request(unpaid)).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    const over = await paid();
    await setStatus(over, 'Completed');
    const refunded = await paid();
    await proveAgain();
    await give(refunded, { amount: refunded.amount });
    const disputed = await paid();
    await chargeBack(store, disputed);
    const erased = await paid();
    await rows(`update orders set customer_email = 'erased-0123456789abcdef@erased.invalid' where id = $1`, erased.id);
    for (const order of [over, refunded, disputed, erased]) {
      expect(await request(order)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(await postOf(order)).not.toHaveProperty('can_replace');
    }
  });

  test('refuses a link that is sent, also after its end, or that is being sent', async () => {
    const order = await paid();
    const providerId = await sent(order);
    expect(await request(order)).toMatchObject({ status: 409, body: { code: 'already_sent' } });
    await end(providerId, 'Canceled', 700);
    expect(await request(order)).toMatchObject({ status: 409, body: { code: 'already_sent' } });
    expect(await postOf(order)).not.toHaveProperty('can_replace');
    const claimed = await paid();
    await leaveClaimed(claimed);
    expect(await request(claimed)).toMatchObject({ status: 409, body: { code: 'being_sent' } });
  });
});

const sendAll = ({ id }: Placed) => store.app.jobHandlers.dispatch_order({ orderId: id });
const statesOf = async ({ id }: Placed) =>
  (await rows('select state from dispatches where order_id = $1 order by position', id)).map(({ state }) => state);
/** The states after so long and the next retry: after 15 minutes, more or less a tenth. */
const retried = async (order: Placed, ms: number) => {
  await sweepAfter(ms);
  return statesOf(order);
};

describe('D-91: automatic sending', () => {
  afterEach(() => setAutomatic(false));

  test('holds the old link until an admin decides, and sends the other links', async () => {
    const { order } = await requested(2);
    await setAutomatic(true);
    await sendAll(order);
    expect(await statesOf(order)).toEqual(['waiting', 'sent']);
    expect(await postOf(order)).toMatchObject({ state: 'to_send', link_request: { state: 'requested', holds: true } });
    expect(await retried(order, 60 * 60_000)).toEqual(['waiting', 'sent']);
    const shown = await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    const { link_request } = (await postOf(order)) ?? {};
    const open = { position: 0, new_link: link_request?.new_link, subject: `${order.id} 1` };
    expect(shown).toMatchObject({ link_requests: [open] });
    await decline(order);
    expect(await retried(order, 17 * 60_000)).toEqual(['sent', 'sent']);
    expect(await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } })).not.toHaveProperty(
      'link_requests',
    );
  });

  test('sends the new link at once when an admin uses it', async () => {
    const { order, newLink } = await requested();
    await setAutomatic(true);
    await sendAll(order);
    await accept(order, newLink);
    await store.drain();
    expect(await rows('select post_link, state from dispatches where order_id = $1', order.id)).toEqual([
      { post_link: newLink, state: 'sent' },
    ]);
  });

  test('either the link is sent or the request is taken, whichever comes first', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const order = await paid();
      await setAutomatic(true);
      const [asked] = await Promise.all([request(order), sendAll(order)]);
      await setAutomatic(false);
      expect(await statesOf(order)).toEqual([asked.status === 200 ? 'waiting' : 'sent']);
      if (asked.status !== 200) expect(['already_sent', 'being_sent']).toContain(asked.body.code);
    }
  });
});

describe('the decision', () => {
  test('the action item has both links, and names an order that is being delivered to the new post', async () => {
    const other = await paid();
    await sent(other);
    const order = await paid();
    await request(order, `${first(other)}?utm_source=x`);
    expect(await waitsFor(order)).toEqual(['link_requested']);
    expect((await itemOf(order))?.link).toMatchObject({
      post_link: first(order),
      requested: { new_link: `${first(other)}?utm_source=x`, active_order_id: other.id },
    });
    const free = await requested();
    expect((await itemOf(free.order))?.link?.requested).toEqual({ new_link: free.newLink, active_order_id: null });
  });

  test('accepted: the new link is in the order, the buyer gets one email, and the item is gone', async () => {
    const { order, newLink } = await requested();
    expect((await accept(order, newLink)).status).toBe(200);
    expect(await postOf(order)).toMatchObject({
      post_link: newLink,
      link_request: { state: 'accepted' },
      can_replace: true,
    });
    expect(await waitsFor(order)).toEqual([]);
    expect(await mails(order)).toEqual(['link_replaced']);
    expect((await pageOf(order)).events.map(({ kind }) => kind)).toEqual([
      'ordered',
      'paid',
      'link_requested',
      'link_replaced',
    ]);
    const timeline = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: order.id } });
    expect(timeline.find(({ what }) => what === 'link.requested')).toMatchObject({
      who: 'visitor',
      details: { position: 0, from: first(order), to: newLink },
    });
    expect((await send(order, newLink)).status).toBe(200);
  });

  test('declined: the buyer reads the reason on the page and in an email, and may ask again', async () => {
    const { order } = await requested();
    expect((await decline(order)).status).toBe(200);
    expect(await postOf(order)).toMatchObject({
      post_link: first(order),
      link_request: { state: 'declined', reason: 'The post is private.' },
      can_replace: true,
    });
    expect(await waitsFor(order)).toEqual([]);
    expect(await mails(order)).toEqual(['link_declined']);
    expect((await request(order)).status).toBe(200);
    await decline(order, 'Again.');
    expect(await mails(order)).toEqual(['link_declined', 'link_declined']);
  });

  test('one of two concurrent decisions counts', async () => {
    const { order, newLink } = await requested();
    const subject = (await itemOf(order))?.subject ?? '';
    const answers = await Promise.all([aside('link_requested', subject, 'No.'), accept(order, newLink)]);
    const isUsed = (await postOf(order))?.post_link === newLink;
    expect(answers[1].status).toBe(200);
    expect(isUsed).toBe(true);
    expect(['accepted', 'declined']).toContain((await postOf(order))?.link_request?.state);
    expect((await mails(order)).includes('link_declined')).toBe(answers[0].status === 200);
  });

  test('a link that is sent meanwhile stays in the order, and its request ends', async () => {
    const { order, newLink } = await requested();
    const [, accepted] = await Promise.all([send(order), accept(order, newLink)]);
    const { postLinks } = await readLinks(order);
    const wasFirst = accepted.status === 200;
    expect(postLinks).toEqual([wasFirst ? newLink : first(order)]);
    expect(await postOf(order)).toMatchObject({ link_request: { state: wasFirst ? 'accepted' : 'ended' } });
    expect(await waitsFor(order)).toEqual([]);
    const late = await requested();
    const providerOrder = await sent(late.order);
    expect(await accept(late.order, late.newLink)).toMatchObject({ status: 409 });
    expect(await decline(late.order)).toMatchObject({ status: 400 });
    expect(await postOf(late.order)).toMatchObject({ state: 'sending', link_request: { state: 'ended' } });
    expect(await waitsFor(late.order)).toEqual([]);
    await end(providerOrder, 'Partial', 400);
    expect(await waitsFor(late.order)).toEqual(['delivery_stopped']);
    expect((await itemOf(late.order))?.link).not.toHaveProperty('requested');
  });

  test('the request ends when the link is replaced with another one, and when the order is refunded', async () => {
    const { order } = await requested();
    await accept(order, aLink());
    expect(await postOf(order)).toMatchObject({ link_request: { state: 'ended' }, can_replace: true });
    expect((await request(order, aLink(), (await readLinks(order)).postLinks[0])).status).toBe(200);
    const back = await requested();
    await proveAgain();
    await give(back.order, { amount: back.order.amount });
    expect(await postOf(back.order)).toMatchObject({ state: 'refunded', link_request: { state: 'ended' } });
    expect(await waitsFor(back.order)).toEqual([]);
  });

  test('D-24: an export contains the request, and an erasure removes its links', async () => {
    const order = await paidOrder(store, { email: 'leaves@example.com' });
    const newLink = aLink();
    await request(order, newLink);
    await proveAgain();
    const personal = await store.admin.call('POST /api/admin/people/export', { body: { email: order.email } });
    expect(personal.link_requests).toMatchObject([{ order_id: order.id, new_link: newLink, state: 'requested' }]);
    await setStatus(order, 'Completed');
    await store.admin.call('POST /api/admin/people/erase', { body: { email: order.email } });
    const left = await rows('select * from link_requests where order_id = $1', order.id);
    expect(JSON.stringify(left)).not.toContain(newLink);
    expect(JSON.stringify(left)).not.toContain(first(order));
    expect(left).toMatchObject([{ state: 'ended', reason: null }]);
  });
});

// The last one: it moves the clock past the end of the admin's session.
test('D-91: automatic sending: the old link is sent 24 hours after the request, and the page names no hold', async () => {
  const { order } = await requested();
  await setAutomatic(true);
  await sendAll(order);
  expect(await retried(order, 23 * 3_600_000)).toEqual(['waiting']);
  expect((await postOf(order))?.link_request).toMatchObject({ state: 'requested', holds: true });
  store.advance(3_600_000);
  expect((await postOf(order))?.link_request).toMatchObject({ state: 'requested' });
  expect((await postOf(order))?.link_request).not.toHaveProperty('holds');
  expect(await retried(order, 17 * 60_000)).toEqual(['sent']);
});

async function readLinks({ id }: Placed) {
  const [found] = await rows('select post_links from orders where id = $1', id);
  return { postLinks: found.post_links as string[] };
}
