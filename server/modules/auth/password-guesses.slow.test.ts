import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { hashPassword } from './passwords.ts';

let store: TestStore;
const { save } = settingsSteps(() => store);
beforeAll(async () => {
  store = await startStore();
  const named = await save((settings) => {
    settings.name = 'Blue Lemon';
  });
  expect(named.status).toBe(200);
});
afterAll(() => store.stop());

const refusal = {
  code: 'invalid_input',
  field: 'password',
  reason: 'password_common',
  message: 'This password is among the first that others try. Choose a longer or less common one.',
};
const email = 'second@shop.example';
const add = (password: string) =>
  store.admin.ask('POST /api/admin/admins', { body: { email, password, role: 'viewer' } });
const change = (password: string) => store.admin.ask('POST /api/admin/password', { body: { password } });

/** The normal form of what is typed, the email of the account, the store's name and its host count. */
const common = ['password1234', 'ＰＡＳＳＷＯＲＤ１２３４', 'BlueLemon2026', '127001127001'];

describe('a password that is chosen in the admin', () => {
  test.each([...common, email, 'secondsecond'])('is refused for a new admin: %s', async (one) => {
    expect(await add(one)).toMatchObject({ status: 400, body: refusal });
  });

  test.each([...common, owner.email])('is refused at a change: %s', async (one) => {
    expect(await change(one)).toMatchObject({ status: 400, body: refusal });
  });

  test('is taken where others would not try it early, and may name other accounts', async () => {
    expect((await change('a first one of four words')).status).toBe(200);
    expect((await change(`${email} and`)).status).toBe(200);
    expect((await change(owner.password)).status).toBe(200);
  });
});

describe('D-25: a common ADMIN_PASSWORD', () => {
  let live: TestStore;
  const given = { email: owner.email, password: 'password1234' };
  const setPassword = async (password: string) => {
    const hash = await hashPassword(password);
    await store.db.database.pool.query('update admins set password_hash = $1 where email = $2', [hash, owner.email]);
  };
  const line = async (by = live.admin) => {
    const { checks } = await by.call('GET /api/admin/launch', {});
    return checks.find(({ id }) => id === 'first_password');
  };
  beforeAll(async () => {
    live = await startStore({ ADMIN_EMAIL: given.email, ADMIN_PASSWORD: given.password }, store);
  });
  afterAll(() => live.stop());

  test('signs in, and has a line of advice in Launch until the password is changed', async () => {
    expect(await line()).toBeUndefined();
    await setPassword(given.password);
    expect((await live.visitor.ask('POST /api/admin/login', { body: given })).status).toBe(200);
    expect(await line()).toEqual({
      id: 'first_password',
      code: 'check_first_password',
      title: 'Change the password of the first admin: ADMIN_PASSWORD is among the first that others try.',
      done: false,
      required: false,
    });
    expect(await line(store.admin), 'another ADMIN_PASSWORD').toBeUndefined();
    await setPassword(owner.password);
    expect(await line()).toBeUndefined();
  });

  test('is shown to owners alone: others could try it', async () => {
    await setPassword(given.password);
    const login = { email: 'manager@shop.example', password: 'four words in a row' };
    await live.admin.call('POST /api/admin/admins', { body: { ...login, role: 'manager' } });
    const { token } = await live.visitor.call('POST /api/admin/login', { body: login });
    expect(await line(live.as(token))).toBeUndefined();
    expect(await line()).toBeDefined();
  });
});
