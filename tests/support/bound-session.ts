// A session of a page: its token, and the cookie that follows every answer as in a browser.
import { type Client, clientOf } from './client.ts';
import { owner, type TestStore } from './store.ts';

export type BoundSession = Pick<Client, 'ask' | 'call'> & { token: string; cookie(): string };

/** Signs the first admin in with a cookie. */
export async function bindSession(
  store: Pick<TestStore, 'url' | 'visitor'>,
  login: { email: string; password: string; code?: string } = owner,
): Promise<BoundSession> {
  const { status, body, headers } = await store.visitor.ask('POST /api/admin/login', {
    body: { ...login, bind: true },
  });
  if (status !== 200) throw new Error(`The sign-in was refused: ${body.message}`);
  let cookie = cookieOf(headers) ?? '';
  const client = clientOf(store.url, body.token);
  const send: Client['ask'] = async (key, input, extra = {}) => {
    const answer = await client.ask(key, input, { cookie, ...extra });
    cookie = cookieOf(answer.headers) ?? cookie;
    return answer;
  };
  return {
    token: body.token,
    cookie: () => cookie,
    ask: send,
    call: async (key, input, extra) => {
      const answer = await send(key, input, extra);
      if (answer.status !== 200) throw new Error(`${key} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

function cookieOf(headers: Headers): string | undefined {
  return headers.getSetCookie()[0]?.split(';')[0];
}
