// A post that the provider cannot see: the buyer reads what to do, and the store tries it again, twice a day at most.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { aLink, paidOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { emailCatalogue } from '../modules/email/email-texts.ts';
import * as emailsRepository from '../modules/email/emails.repository.ts';
import { computeDue } from '../modules/email/send-email.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
let panel: CountingPanel;
let mood: PanelMood;
beforeAll(async () => {
  panel = await startPanel({ mood: () => mood });
  store = await startStore(panel.settings);
  await setAutomatic(true);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
beforeEach(() => {
  mood = 'hidden';
  panel.adds.length = 0;
});

const { setAutomatic, states, sweepAfter } = automaticDispatchSteps(() => store);
const { send } = deliverySteps(() => store);
const { give } = refundSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const minutes = 60_000;

const mailsOf = async (id: string) => {
  const { rows } = await store.db.database.pool.query(
    "select id from mails where order_id = $1 and kind = 'post_hidden' order by refund_number",
    [id],
  );
  return Promise.all(
    rows.map(
      async (mail: { id: string }) =>
        (await store.admin.call('GET /api/admin/mails/{id}', { params: { id: mail.id } })).letter,
    ),
  );
};
const signIn = async () => {
  store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
};

const postOf = async (id: string) => {
  const headers = { 'order-key': `${id}.${links.computeKey(id)}` };
  return (await store.visitor.call('GET /api/orders/{id}/page', { params: { id } }, headers)).posts[0];
};

describe('a post that the provider calls private', () => {
  test('is tried again after an hour, and sent once it is public', async () => {
    const { id } = await paidOrder(store);
    await store.drain();
    expect([await states(id), panel.adds.length]).toEqual([['waiting'], 1]);
    expect(await postOf(id)).toMatchObject({ state: 'to_send', hidden: true });
    await sweepAfter(40 * minutes);
    expect(panel.adds).toHaveLength(1);
    mood = 'place';
    await sweepAfter(30 * minutes);
    expect([await states(id), panel.adds.length]).toEqual([['sent'], 2]);
    expect((await postOf(id))?.hidden).toBeUndefined();
  });

  test('sends the buyer at most two emails a day for all posts of the order, with what to do', async () => {
    const order = await paidOrder(store, { quantity: 1000, post_links: [aLink(), aLink(), aLink()] });
    await store.drain();
    expect(await mailsOf(order.id)).toHaveLength(1);
    const [letter] = await mailsOf(order.id);
    expect(letter?.subject).toBe(`We cannot see a post of your order ${order.id}`);
    expect(letter?.text).toContain(
      'Please make the post public. We try again after an hour, then twice a day at most.',
    );
    for (const link of order.postLinks) expect(letter?.text).toContain(`Post: ${link}`);
    const times: number[] = [];
    for (let hour = 1; hour <= 48; hour += 1) {
      await sweepAfter(60 * minutes);
      if (hour % 12 === 0)
        times.push(
          (
            await store.db.database.pool.query(
              "select count(*)::int as n from mails where order_id = $1 and kind = 'post_hidden'",
              [order.id],
            )
          ).rows[0].n,
        );
    }
    // Refused at once, after 1 h, and then about every 14 h: each refusal is one email, unless one was written within 12 h.
    expect(times.every((sent, at) => sent <= at + 1)).toBe(true);
    expect(times.at(-1)).toBeGreaterThan(1);
  });

  test('after a refused send by hand, the email promises no further try', async () => {
    await signIn();
    await setAutomatic(false);
    const order = await paidOrder(store);
    await send(order);
    await setAutomatic(true);
    const [letter] = await mailsOf(order.id);
    expect(letter?.text).toContain('Please make the post public, and write to us.');
    expect(letter?.text).not.toContain('We try again');
  });

  test('once nothing more of it is sent, no email and no page asks to make it public', async () => {
    await signIn();
    const [ended, refunded] = [
      await paidOrder(store),
      await paidOrder(store, { quantity: 1000, post_links: [aLink(), aLink()] }),
    ];
    await store.drain();
    const due = async (id: string) => {
      const { db, pool } = store.db.database;
      const { rows } = await pool.query("select id from mails where order_id = $1 and kind = 'post_hidden'", [id]);
      const mail = await emailsRepository.findMail(db, rows[0].id);
      const about = mail && (await emailsRepository.findAbout(store.app.ctx, db, mail));
      return about && computeDue(about, {});
    };
    expect(await Promise.all([ended, refunded].map(({ id }) => due(id)))).toEqual(['yes', 'yes']);
    mood = 'place';
    await send(refunded);
    expect((await give(refunded, { undelivered: true })).status).toBe(200);
    await store.db.database.pool.query("update orders set status = 'completed' where id = $1", [ended.id]);
    expect(await Promise.all([ended, refunded].map(({ id }) => due(id)))).toEqual(['no', 'no']);
    expect(await postOf(ended.id)).toMatchObject({ state: 'stopped' });
    expect((await postOf(ended.id))?.hidden).toBeUndefined();
  });

  test('an order in Portuguese gets the email in Portuguese, with the texts of the operator', async () => {
    await signIn();
    const order = await paidOrder(store);
    await store.db.database.pool.query("update orders set language = 'pt' where id = $1", [order.id]);
    await store.drain();
    expect((await mailsOf(order.id))[0]?.subject).toBe(`Não conseguimos ver uma publicação do seu pedido ${order.id}`);
    const key = 'emails.kinds.post_hidden.text';
    expect(emailCatalogue.some((entry) => entry.key === key)).toBe(true);
  });

  test('a refusal for another reason sends no email', async () => {
    mood = 'funds';
    const order = await paidOrder(store);
    await store.drain();
    expect(await mailsOf(order.id)).toEqual([]);
  });
});
