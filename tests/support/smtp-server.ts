// Test helper: a small mail server with configurable replies that records emails.
import { createServer, type Socket } from 'node:net';

/** Reply by command (`DATA END` is the dot after the message), or null to drop the connection. */
export type Replies = Record<string, string | null>;

export type TestMailServer = {
  url: string;
  /** The received emails, as sent. */
  taken: { from: string; to: string[]; source: string }[];
  /** Completely received emails, accepted or not. */
  handedOver: string[];
  connections(): number;
  /** Sets the replies from now on; commands without a reply succeed. */
  reply(replies: Replies): void;
  stop(): Promise<void>;
};

const friendly: Replies = {
  GREETING: '220 mail.test ESMTP',
  EHLO: '250 mail.test',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go ahead',
  'DATA END': '250 taken',
  RSET: '250 ok',
  QUIT: '221 bye',
};

export async function startMailServer(): Promise<TestMailServer> {
  const taken: TestMailServer['taken'] = [];
  const handedOver: string[] = [];
  const open = new Set<Socket>();
  let replies: Replies = {};
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    let unread = '';
    let letter: { from: string; to: string[]; source: string } | null = null;
    let inData = false;

    function reply(verb: string): boolean {
      const reply = { ...friendly, ...replies }[verb];
      if (reply === null) socket.destroy();
      else socket.write(`${reply ?? '502 unknown'}\r\n`);
      return reply?.startsWith('2') === true || reply?.startsWith('3') === true;
    }
    function onLine(line: string): void {
      const verb = line.split(' ', 1)[0]?.toUpperCase() ?? '';
      const address = line.match(/<(.*?)>/)?.[1] ?? '';
      const well = reply(verb);
      if (verb === 'MAIL') letter = { from: address, to: [], source: '' };
      if (verb === 'RCPT' && well) letter?.to.push(address);
      if (verb === 'DATA' && well) inData = true;
      if (verb === 'QUIT') socket.end();
    }

    reply('GREETING');
    socket.on('data', (chunk) => {
      unread += chunk.toString();
      for (;;) {
        const end = unread.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = unread.slice(0, end);
        unread = unread.slice(end + (inData ? 5 : 2));
        if (!inData) {
          onLine(part);
          continue;
        }
        inData = false;
        handedOver.push(part);
        if (reply('DATA END') && letter) taken.push({ ...letter, source: part });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    handedOver,
    connections: () => connections,
    reply: (scripted) => {
      replies = scripted;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
