// The operator's own texts over the API: saved as a version of the settings, refused with a sentence, and listed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOf } from '../../../contract/text-settings.ts';
import { plainMethod } from '../../../tests/support/method-setup.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { transferSteps } from '../../../tests/support/transfer-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { turnOn } = transferSteps(() => store);
const turnOff = () =>
  store.admin.call('PUT /api/admin/payment-methods/{method}', {
    params: { method: 'manual' },
    body: { ...plainMethod, is_on: false },
  });
const { read, save } = settingsSteps(() => store);
const title = 'checkout.island.titles.payment';
const saveText = (key: string, text: string, lang: 'en' | 'pt' = 'en') =>
  save((input) => {
    if (input.texts) input.texts[lang].changed[key] = text;
  });
const versionsOf = (key: string) =>
  store.admin.call('GET /api/admin/texts/versions', { query: { key, language: 'en' } });

test('D-33: all texts are listed with their specified and plain wording in each language', async () => {
  const texts = await store.admin.call('GET /api/admin/texts', {});
  const entry = texts.find(({ key }) => key === title);
  expect(entry?.texts).toMatchObject({
    en: { specified: 'Payment Oops!', plain: 'Payment problem' },
    pt: { specified: 'Ops! Problema no pagamento', plain: 'Problema no pagamento' },
  });
  expect((await read()).settings.texts).toMatchObject({
    en: { preset: 'specified', changed: {} },
    pt: { preset: 'plain', changed: {} },
  });
});

test.each([['specified'], ['plain']] as const)(
  'D-33, D-101: the default of a store with transfers is the one that its pages have, in the preset %s',
  async (preset) => {
    const key = 'home.page.lead';
    const defaultOfStore = async () => {
      const entry = (await store.admin.call('GET /api/admin/texts', {})).find((one) => one.key === key);
      return entry && defaultOf(entry, 'en', preset);
    };
    expect(await defaultOfStore()).toContain('card');
    await turnOn();
    expect(await defaultOfStore()).toBe('Pick how many, paste your link, pay. No account.');
    await turnOff();
    expect(await defaultOfStore()).toContain('card');
  },
);

test('D-33, S-10: a text is saved as a version, listed in the history, and restored from it', async () => {
  expect((await saveText(title, ' The card did not work ')).status).toBe(200);
  expect((await saveText(title, 'Try another card')).status).toBe(200);
  const reset = await save((input) => {
    if (input.texts) input.texts.en.changed = {};
  });
  expect(reset.body).toMatchObject({ settings: { texts: { en: { changed: {} } } } });
  const [last] = await store.admin.call('GET /api/admin/store-settings/history', { query: { limit: 1 } });
  expect(last?.changes).toEqual([{ field: `texts.en.changed.${title}`, before: 'Try another card', after: '' }]);
  const versions = await versionsOf(title);
  expect(versions).toMatchObject([
    { version: 4, text: null, changed_by: owner.email },
    { version: 3, text: 'Try another card' },
    { version: 2, text: 'The card did not work' },
  ]);
  await saveText(title, versions[2]?.text ?? '');
  expect((await read()).settings.texts.en.changed).toEqual({ [title]: 'The card did not work' });
  expect(await versionsOf('home.page.lead')).toEqual([]);
});

test('a text without its placeholder, with an unknown one, or under an unknown key is refused and named', async () => {
  const before = await read();
  const refusal = async (key: string, text: string) => {
    const { status, body } = await saveText(key, text, 'pt');
    return { status, ...(body as unknown as { field: string; message: string }) };
  };
  expect(await refusal('client.island.order', 'Seu pedido')).toMatchObject({
    status: 400,
    field: 'texts.pt.changed.client.island.order',
    message: 'The text “client.island.order” in Portuguese must contain {id}.',
  });
  expect((await refusal('client.island.order', 'Pedido {id} {constructor}')).message).toMatch(
    /must not contain \{constructor\}, which has no value here/,
  );
  expect((await refusal('home.none', 'x')).message).toBe('The store has no text “home.none”.');
  expect((await refusal('constructor', 'x')).status).toBe(400);
  expect((await refusal('home.page.lead', 'x'.repeat(2_001))).message).toMatch(/2,000 characters at most/);
  expect(await read()).toEqual(before);
});

test('a stored text that this version of the store has not stays, and other texts can be saved', async () => {
  await store.db.database.pool.query(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
      select version + 1, jsonb_set(settings, '{texts,pt,changed}', '{"home.gone": "x"}'), '[]', changed_by, changed_at
      from store_settings_versions order by version desc limit 1`,
  );
  expect((await saveText('home.page.lead', 'Seu texto', 'pt')).status).toBe(200);
  expect((await read()).settings.texts.pt.changed).toEqual({ 'home.gone': 'x', 'home.page.lead': 'Seu texto' });
});

test('a save without texts keeps them, and a version from before them has the first presets', async () => {
  const { texts } = (await read()).settings;
  await save((input) => {
    delete input.texts;
    input.name = 'Bravo';
  });
  expect((await read()).settings.texts).toEqual(texts);
  const older = await startStore();
  await older.db.database.pool.query(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
      select 2, settings - 'texts', changes, changed_by, changed_at from store_settings_versions`,
  );
  expect((await settingsSteps(() => older).read()).settings.texts.pt).toEqual({ preset: 'plain', changed: {} });
  await older.stop();
});

test('D-33: emails have texts of the operator, too, with a preview before they are saved', async () => {
  const key = 'emails.kinds.order_completed.short';
  const texts = { preset: 'plain', changed: { [key]: 'Order {id}: a part is <b>missing</b>.' } } as const;
  const body = { page: 'email', language: 'en', texts, key } as const;
  const preview = await store.admin.call('POST /api/admin/texts/preview', { body });
  expect(preview.title).toBe('Your order SAMPLE234567 is complete');
  expect(preview.html).toContain('Order SAMPLE234567: a part is &#60;b&#62;missing&#60;/b&#62;.');
  const wrong = { ...body, texts: { preset: 'plain', changed: { [key]: 'No number' } } } as const;
  expect((await store.admin.ask('POST /api/admin/texts/preview', { body: wrong })).status).toBe(400);
  await saveText('emails.kinds.order_paid.subject', 'Paid: {id}');
  const saved = { kind: 'order_paid', language: 'en' } as const;
  const email = () => store.admin.call('GET /api/admin/mails/preview', { query: saved });
  await expect.poll(async () => (await email()).subject).toBe('Paid: SAMPLE234567');
});

test('without pages there is no preview of a page', async () => {
  const body = { page: 'home', language: 'en', texts: { preset: 'plain', changed: {} } } as const;
  expect((await store.admin.ask('POST /api/admin/texts/preview', { body })).status).toBe(503);
});
