// A post that the provider cannot see: the buyer reads what to do, and the store tries it again, twice a day at most.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { paidOrder } from '../../tests/support/orders.ts';
import { jwtSecret, startStore, type TestStore } from '../../tests/support/store.ts';
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
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const minutes = 60_000;

const postOf = async (id: string) => {
  const headers = { 'order-key': `${id}.${links.keyOf(id)}` };
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
});
