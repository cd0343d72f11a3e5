// Guesses of passwords, counted where they cost: at the hash, on two processes of one store.
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

// Spies on the real hash. Other test files must not share the modules that use the spy.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});
const hashed = vi.mocked(verify);

const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
/** Per account and per address, in fifteen minutes. */
const mostGuesses = 5;
let processes: TestStore[];
beforeAll(async () => {
  const store = await startStore(env);
  processes = [store, await startStore(env, store)];
});
afterAll(async () => {
  for (const process of processes.reverse()) await process.stop();
});
beforeEach(() => {
  processes[0]?.advance(16 * 60_000);
  hashed.mockClear();
});

/** So many at once, by turns at each process; answers how many were answered how. */
async function guessAtOnce(times: number, guess: (number: number) => { email: string; ip: string; password?: string }) {
  const answers = Array.from({ length: times }, async (_, number) => {
    const { email, ip, password = `guess ${number}` } = guess(number);
    const process = processes[number % processes.length];
    const body = { email, password };
    return process?.visitor.ask('POST /api/admin/login', { body }, { 'x-forwarded-for': ip });
  });
  const statuses = (await Promise.all(answers)).map((answer) => answer?.status);
  return {
    refused: statuses.filter((status) => status === 401).length,
    locked: statuses.filter((status) => status === 429).length,
  };
}

test('A-55, D-23: of two hundred guesses at once at one account, from as many addresses, on two processes, five reach the hash', async () => {
  const responses = await guessAtOnce(200, (number) => ({
    email: owner.email,
    ip: `198.51.${100 + (number % 8)}.${number}`,
  }));
  expect(responses).toEqual({ refused: mostGuesses, locked: 200 - mostGuesses });
  expect(hashed).toHaveBeenCalledTimes(mostGuesses);
  // Not even the right one is looked at now.
  const right = await guessAtOnce(2, () => ({ ...owner, ip: '203.0.113.1' }));
  expect(right).toEqual({ refused: 0, locked: 2 });
  expect(hashed).toHaveBeenCalledTimes(mostGuesses);
});

test('A-55, D-23: of two hundred guesses at once at as many accounts, from one network, on two processes, five reach the hash', async () => {
  const responses = await guessAtOnce(200, (number) => ({
    email: `admin${number}@shop.example`,
    ip: `2001:db8:1:2::${number}`,
  }));
  expect(responses).toEqual({ refused: mostGuesses, locked: 200 - mostGuesses });
  expect(hashed).toHaveBeenCalledTimes(mostGuesses);
});

test('S-9: an unknown email costs the same work as a wrong password, one hash of the same kind, and is answered in the same words', async () => {
  const work = async (email: string) => {
    hashed.mockClear();
    const body = { email, password: 'not the password at all' };
    const { status, body: said, headers } = (await processes[0]?.visitor.ask('POST /api/admin/login', { body })) ?? {};
    const kinds = hashed.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join(' '));
    return { kinds, status, said, names: [...(headers?.keys() ?? [])] };
  };
  const wrong = await work(owner.email);
  expect(wrong).toMatchObject({ kinds: ['argon2id v=19 m=19456,t=2,p=1'], status: 401 });
  expect(await work('nobody@shop.example')).toEqual(wrong);
});
