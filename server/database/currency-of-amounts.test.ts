// Every amount has its currency in its row, so that a second currency is a value and no new table.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const tablesWithout = async () => {
  const { rows } = await db.database.pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns where table_schema = 'public'
    group by table_name
    having bool_or(column_name ~ '(^|_)(cents|amount|cost|price)$') and not bool_or(column_name ~ '(^|_)currency$')
    order by table_name`);
  return rows.map(({ name }) => name);
};

test('D-100: no table has an amount without a currency', async () => {
  expect(await tablesWithout()).toEqual([]);
});

test('a table without one is found', async () => {
  const { pool } = db.database;
  await pool.query('create table gifts (amount_cents integer); create table vouchers (price integer, currency text)');
  expect(await tablesWithout()).toEqual(['gifts']);
  await pool.query('drop table gifts, vouchers');
});
