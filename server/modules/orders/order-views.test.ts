import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostOrderViews } from '../../../contract/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

describe('saved views', () => {
  const views = () => store.admin.call('GET /api/admin/order-views', {});
  const save = (name: string, filter: object) =>
    store.admin.ask('POST /api/admin/order-views', { body: { name, filter } });

  test('are kept under a name, seen by every admin, changed by the same name in any case, and deleted', async () => {
    await save('To send', { status: 'paid' });
    await save('Big ones', { amountMin: '100', sort: 'highest' });
    await save('to SEND', { status: 'paid', category: 'Likes' });
    expect(await views()).toEqual([
      {
        id: expect.any(String),
        name: 'Big ones',
        filter: { amountMin: '100', sort: 'highest' },
        saved_by: owner.email,
      },
      {
        id: expect.any(String),
        name: 'to SEND',
        filter: { status: 'paid', category: 'Likes' },
        saved_by: owner.email,
      },
    ]);
    const id = (await views())[0]?.id ?? '';
    await store.admin.call('DELETE /api/admin/order-views/{id}', { params: { id } });
    expect((await store.admin.ask('DELETE /api/admin/order-views/{id}', { params: { id } })).status).toBe(404);
    expect((await store.admin.ask('DELETE /api/admin/order-views/{id}', { params: { id: 'x' } })).status).toBe(404);
    expect((await views()).map(({ name }) => name)).toEqual(['to SEND']);
  });

  test('need a name and a filter of ours, and are not without end, however many are saved at once', async () => {
    expect((await save('  ', {})).status).toBe(400);
    expect((await save('Odd', { page: '1' })).status).toBe(400);
    const there = (await views()).length;
    const answers = await Promise.all(
      Array.from({ length: mostOrderViews + 5 - there }, (_, n) => save(`View ${n}`, {})),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await views()).toHaveLength(mostOrderViews);
    // One that is there may still be changed.
    expect((await save('View 0', { status: 'failed' })).status).toBe(200);
  });
});
