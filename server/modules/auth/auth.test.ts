import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => store.stop());
beforeEach(() => store.advance(16 * 60_000));

const login = (body: { email: string; password: string }) => store.visitor.ask('POST /api/admin/login', { body });
const verify = (token: string) => store.as(token).ask('GET /api/admin/verify', {});
const wrong = { email: owner.email, password: 'not the password' };
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const alerts = async (type: string) =>
  (await store.db.database.pool.query('select severity from alerts where type = $1', [type])).rows as {
    severity: string;
  }[];

describe('signing in', () => {
  test('LOGIN-12, AUTH-10, AUTH-12, AUTH-13: the token is an HS256 JWT of 24 hours with email, role, address and time', async () => {
    const { status, body } = await login({ ...owner, email: ` ${owner.email.toUpperCase()} ` });
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), expiresIn: 86_400 });
    expect(JSON.parse(Buffer.from(body.token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'HS256',
    });
    const claims = claimsOf(body.token);
    expect(claims).toMatchObject({ email: owner.email, role: 'admin', ip: '127.0.0.1', jti: expect.any(String) });
    expect(claims.exp - claims.iat).toBe(86_400);
    expect(new Date(claims.loginTime).getTime()).toBeGreaterThan(0);
  });

  test('AUTH-3: the token verifies, with its owner and its end in seconds', async () => {
    const { token } = (await login(owner)).body;
    const { status, body } = await verify(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      user: { email: owner.email, role: 'admin', access: 'owner', denied: [], exp: claimsOf(token).exp },
    });
  });

  test('AUTH-8: after 24 hours the token is dead', async () => {
    const { token } = (await login(owner)).body;
    store.advance(86_400_000 - 60_000);
    expect((await verify(token)).status).toBe(200);
    store.advance(120_000);
    expect((await verify(token)).status).toBe(401);
  });

  test('AUTH-7, D-13, D-14: after logout the well-signed token is dead at once', async () => {
    const { token } = (await login(owner)).body;
    expect(await store.as(token).call('POST /api/admin/logout', {})).toEqual({ success: true });
    expect((await verify(token)).status).toBe(401);
  });

  test('S-9: an unknown email and a wrong password get the same answer, each raising failed_login', async () => {
    const [unknown, bad] = [await login({ ...wrong, email: 'nobody@example.com' }), await login(wrong)];
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual({ message: 'Email ou senha incorretos. Tente novamente.', code: 'bad_credentials' });
    expect(bad.body).toEqual(unknown.body);
    expect((await alerts('failed_login')).length).toBeGreaterThanOrEqual(2);
  });

  test('AUTH-14: the stored password is an argon2id hash of at least 19 MiB', async () => {
    const { rows } = await store.db.database.pool.query('select password_hash from admins');
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('A-55, AUTH-15: five failures in fifteen minutes lock, also against the right password; then it opens again', async () => {
    for (let failures = 0; failures < 5; failures += 1) expect((await login(wrong)).status).toBe(401);
    const locked = await login(owner);
    expect(locked.status).toBe(429);
    expect(locked.body).toMatchObject({
      message: expect.stringMatching(/^Muitas tentativas\. Tente novamente em 15 minutos\.$/),
      retryAfter: expect.any(Number),
    });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await alerts('brute_force')).toMatchObject([{ severity: 'high' }]);
    store.advance(15 * 60_000 + 1_000);
    expect((await login(owner)).status).toBe(200);
  });

  test('A-55: twenty guesses at once are not looked at more than five times', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(wrong)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('the right password forgives earlier slips', async () => {
    for (let failures = 0; failures < 4; failures += 1) await login(wrong);
    expect((await login(owner)).status).toBe(200);
    for (let failures = 0; failures < 4; failures += 1) expect((await login(wrong)).status).toBe(401);
  });

  test.each([
    {},
    { email: owner.email },
    { email: 1, password: 2 },
    { email: owner.email, password: 'x'.repeat(2000) },
  ])('a login of %j is refused as bad input', async (body) => {
    expect((await login(body as never)).status).toBe(400);
  });
});

describe('the first admin', () => {
  test('comes from the environment once; a later start changes nothing', async () => {
    const second = await store.app.ensureFirstAdmin();
    expect(second).toEqual({ invented: null, nobody: false });
    const { rows } = await store.db.database.pool.query('select email from admins');
    expect(rows).toEqual([{ email: owner.email }]);
  });
});
