// What a store still has to know after a bad day: whatever it told buyers and operators, once each, and books that agree.
import { expect } from 'vitest';
import type { Shoppers } from './load-buyers.ts';
import { runProgram } from './program.ts';
import { sandboxControl } from './sandbox-control.ts';

export type Kept = {
  /** Where the sandbox is steered, with the path it is mounted at. */
  sandboxUrl: string;
  /** What commands of this store are started with. */
  env: Record<string, string>;
  sql(statement: string): Promise<Record<string, unknown>[]>;
};

/** Everything that was said is true, nothing was done twice, and the books agree. */
export async function expectKept({ sandboxUrl, env, sql }: Kept, { placed, paid, sent, odd }: Shoppers): Promise<void> {
  const column = async (statement: string) => (await sql(statement)).map(({ it }) => it);
  const missing = (acknowledged: string[], kept: unknown[]) => acknowledged.filter((id) => !new Set(kept).has(id));
  expect(odd).toEqual([]);
  expect(missing(placed, await column('select id as it from orders'))).toEqual([]);
  expect(missing(paid, await column("select id as it from orders where payment_status = 'paid'"))).toEqual([]);
  expect(missing(sent, await column('select provider_order_id as it from dispatches'))).toEqual([]);
  // One buyer's key, one order; one order, one capture; one link, one order at the provider.
  const twice = (what: string, from: string) => `select ${what} as it from ${from} group by 1 having count(*) > 1`;
  expect(await column(twice('customer_email', 'orders'))).toEqual([]);
  expect(await column(twice('order_id', "payment_events where conclusion = 'captured'"))).toEqual([]);
  const atProvider = (await sandboxControl(sandboxUrl)('/provider/orders')) as unknown as { link: string }[];
  expect(new Set(atProvider.map(({ link }) => link)).size).toBe(atProvider.length);
  expect(atProvider.length).toBeGreaterThanOrEqual(sent.length);
  for (const program of ['money-verify', 'audit-verify'] as const) {
    const { exitCode, output } = await runProgram(program, env);
    expect({ exitCode, output }, program).toMatchObject({ exitCode: 0 });
  }
}
