// D-106: Settings, Prices schedules changes.
import { expect, it } from 'vitest';
import { button, click, field, fill, hasButton, text, toasts } from '../testing.tsx';
import { dialog, input, openSettings, storeWithSettings } from './testing-settings.tsx';

const path = '/api/admin/store-settings/scheduled';
const id = '7b0f3a52-8f5e-4d53-9a1f-0d3c5a1e2f60';
const row = {
  id,
  at: '2026-12-01T00:00:00.000Z',
  local_time: '2026-12-01T00:00',
  offers: [{ id: 'instagram-views', unit_price_micros: 4_500 }],
  former: [{ id: 'instagram-views', unit_price_micros: 6_000 }],
  changes: [{ field: 'offers.instagram-views.unit_price_micros', before: '6000', after: '4500' }],
  created_at: '2026-11-29T00:00:00.000Z',
  created_by: 'owner@shop.test',
  refused_at: null as string | null,
  refusal: null as string | null,
  refusal_coded: null as { code: string; params: object } | null,
};
const changedByHand = {
  refused_at: row.at,
  refusal: 'The price of Views was changed by hand after this change was scheduled.',
  refusal_coded: { code: 'schedule_changed_by_hand', params: { category: 'Views', fact: 'unit_price_micros' } },
};

it('D-106: schedules the prices of the draft, after a question about large changes, and keeps the prices of now', async () => {
  const { store } = storeWithSettings();
  let isAsked = false;
  store.on(`POST ${path}`, () => {
    if (isAsked) return { body: [row] };
    isAsked = true;
    const packages = [{ category: 'Views', quantity: 5_000, before: 30, after: 15 }];
    return { status: 409, body: { code: 'price_change_large', message: 'Prices change by much.', packages } };
  });
  await openSettings('prices');
  await fill(input('offers.instagram-views.unit_price_micros'), '4.50');
  await click(button('Schedule'));
  expect(dialog()).toContain('Views: price per 1,000 $6.00 becomes →$4.50');
  await fill(field('dialog input[type=datetime-local]'), '2026-12-01T00:00');
  await click(button('Schedule', document.querySelector('dialog') ?? document));
  expect(dialog()).toContain('Prices change by a factor of 2 or more');
  await click(button('Change prices'));
  expect(store.calls(`POST ${path}`).map(({ body }) => body)).toEqual([
    { at: '2026-12-01T00:00', confirm: false, offers: row.offers },
    { at: '2026-12-01T00:00', confirm: true, offers: row.offers },
  ]);
  expect(toasts()).toContain('Prices scheduled');
  expect(document.querySelector('dialog')).toBeNull();
  expect(input('offers.instagram-views.unit_price_micros').value).toBe('6.00');
  expect(hasButton('Review and save')).toBe(false);
});

it('D-106: sends each fact of the offer that differs from the prices at the chosen time', async () => {
  const { store } = storeWithSettings();
  const offers = [{ id: 'instagram-views', unit_price_micros: 4_500, rounding: 'ending_99' }];
  store.on(`GET ${path}`, () => ({ body: [{ ...row, offers }] }));
  store.on(`POST ${path}`, () => ({ body: [row] }));
  await openSettings('prices');
  await fill(input('offers.instagram-views.unit_price_micros'), '5.00');
  await click(button('Schedule'));
  await fill(field('dialog input[type=datetime-local]'), '2026-11-30T00:00');
  expect(dialog()).toContain('Views: price per 1,000 $6.00 becomes →$5.00');
  expect(dialog()).not.toContain('Views: rounding');
  await fill(field('dialog input[type=datetime-local]'), '2026-12-05T00:00');
  expect(dialog()).toContain('Views: price per 1,000 $4.50 becomes →$5.00');
  expect(dialog()).toContain('Views: rounding');
  await click(button('Schedule', document.querySelector('dialog') ?? document));
  expect(store.calls(`POST ${path}`)[0]?.body).toMatchObject({
    offers: [{ id: 'instagram-views', unit_price_micros: 5_000, rounding: 'cent' }],
  });
});

it('D-106: schedules the return of a change: its former prices at a later time', async () => {
  const { store } = storeWithSettings();
  store.on(`GET ${path}`, () => ({ body: [row] }));
  store.on(`POST ${path}`, () => ({ body: [row] }));
  await openSettings('prices');
  await click(button('Schedule the return of the prices from Dec 1, 2026 12:00 AM'));
  expect(dialog()).toContain('Views: price per 1,000 $4.50 becomes →$6.00');
  const time = field('dialog input[type=datetime-local]');
  expect(time.value).toBe('2026-12-02T00:00');
  await fill(time, '2026-11-30T00:00');
  expect(dialog()).toContain('Choose a time after the change.');
  await fill(time, '2026-12-05T00:00');
  await click(button('Schedule', document.querySelector('dialog') ?? document));
  expect(store.calls(`POST ${path}`)[0]?.body).toEqual({ at: '2026-12-05T00:00', confirm: false, offers: row.former });
  expect(toasts()).toContain('Prices scheduled');
});

it('D-106: times are in the zone of the settings, also while the figures are in an earlier one', async () => {
  const { store, held } = storeWithSettings();
  held.saved.settings.time_zone = 'Asia/Tokyo';
  store.on(`GET ${path}`, () => ({ body: [{ ...row, local_time: '2026-12-01T09:00' }] }));
  await openSettings('prices');
  await click(button('Change the time of the prices from Dec 1, 2026 9:00 AM'));
  expect(dialog()).toContain('In the time zone of the store, Asia/Tokyo.');
});

it('D-106: is not offered for a draft that changes more than prices', async () => {
  storeWithSettings();
  await openSettings('prices');
  await fill(input('offers.instagram-views.unit_price_micros'), '4.50');
  expect(hasButton('Schedule')).toBe(true);
  await openSettings('store');
  await fill(input('name'), 'Another name');
  expect(hasButton('Review and save')).toBe(true);
  expect(hasButton('Schedule')).toBe(false);
});

it('D-106: lists what waits and what was refused, changes the time, removes it and brings both back', async () => {
  const { store } = storeWithSettings();
  let rows: (typeof row)[] = [{ ...row, ...changedByHand }];
  store.on(`GET ${path}`, () => ({ body: rows }));
  store.on(`PUT ${path}/${id}`, ({ body }) => {
    rows = [{ ...row, local_time: (body as { at: string }).at }];
    return { body: rows };
  });
  store.on(`DELETE ${path}/${id}`, () => {
    rows = [];
    return { body: rows };
  });
  store.on(`POST ${path}/${id}/restore`, () => {
    rows = [row];
    return { body: rows };
  });
  await openSettings('prices');
  expect(text()).toContain('Scheduled prices');
  expect(text()).toContain(`Not applied. ${changedByHand.refusal} The prices did not change. Choose another time`);
  await click(button('Change the time of the prices from Dec 1, 2026 12:00 AM'));
  await fill(field('dialog input[type=datetime-local]'), '2026-12-02T06:30');
  await click(button('Save'));
  expect(store.calls(`PUT ${path}/${id}`)[0]?.body).toEqual({
    at: '2026-12-02T06:30',
    confirm: false,
    offers: row.offers,
  });
  expect(text()).not.toContain('Not applied.');
  expect(text()).not.toContain('It will not be applied.');
  // The time before would not be refused again.
  expect(hasButton('Undo')).toBe(false);
  await click(button('Change the time of the prices from Dec 1, 2026 12:00 AM'));
  await fill(field('dialog input[type=datetime-local]'), '2026-12-03T06:30');
  await click(button('Save'));
  await click(button('Undo'));
  expect(store.calls(`PUT ${path}/${id}`)[2]?.body).toMatchObject({ at: '2026-12-02T06:30', confirm: true });
  await click(button('Remove the prices from Dec 1, 2026 12:00 AM'));
  expect(document.querySelector('#scheduled-prices')).toBeNull();
  await click(button('Undo'));
  expect(store.calls(`POST ${path}/${id}/restore`)).toHaveLength(1);
  expect(document.querySelector('#scheduled-prices')).not.toBeNull();
});
