// The templates of replies: one list, saved as a whole.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../../contract/languages.ts';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { rows, adminWith } = contactSteps(() => store);

describe('the templates of replies', () => {
  const list = () => store.admin.call('GET /api/admin/reply-templates', {});
  const save = (body: Awaited<ReturnType<typeof list>>, by = store.admin) =>
    by.ask('PUT /api/admin/reply-templates', { body });

  test('begin with some in each language, are saved as a whole, and stay empty when all are removed', async () => {
    const first = await list();
    expect(first.version).toBe(0);
    expect(new Set(first.templates.map(({ language }) => language))).toEqual(new Set(languages));
    const templates = [{ language: 'en' as const, name: 'Thanks', text: 'Thank you, {{name}}!' }];
    expect(await save({ version: 0, templates })).toMatchObject({ status: 200, body: { version: 1, templates } });
    // A repeat after a lost answer.
    expect(await save({ version: 0, templates })).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await save({ version: 0, templates: [] })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await save({ version: 1, templates: [] })).status).toBe(200);
    expect(await list()).toEqual({ version: 2, templates: [] });
    const audit = await rows("select details from audit_log where action = 'reply_templates.saved' order by id");
    expect(audit).toEqual([{ details: { version: 1, templates: 1 } }, { details: { version: 2, templates: 0 } }]);
  });

  test.each([
    ['without a name', { name: ' ' }],
    ['with a name that is too long', { name: 'x'.repeat(61) }],
    ['without a text', { text: '' }],
    ['with a text that is too long', { text: 'x'.repeat(5001) }],
    ['with half a character', { text: 'x\ud800' }],
    ['with a zero character', { name: 'x\0' }],
    ['in an unknown language', { language: 'xx' as 'en' }],
  ])('one %s is refused', async (_name, change) => {
    const { version } = await list();
    const template = { language: 'en' as const, name: 'Name', text: 'Text', ...change };
    expect((await save({ version, templates: [template] })).status).toBe(400);
  });

  test('D-36: a viewer cannot change them', async () => {
    expect(await save(await list(), await adminWith('viewer'))).toMatchObject({
      status: 403,
      body: { code: 'no_role' },
    });
  });
});
