// A small IMAP server (RFC 3501) with one account and one folder: what a client needs to read emails, and its failures.
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type StoredEmail = { uid: number; source: string; receivedAt: Date };

/** What the server does instead of its answer to a command (`GREETING`, `LOGIN`, `EXAMINE`, `UID SEARCH`, `UID FETCH`). */
export type ImapFault = 'hang' | 'drop' | 'refuse' | 'half';

export type ImapServer = {
  url: string;
  emails: StoredEmail[];
  uidValidity: number;
  /** Every command line, without its tag and with the password replaced. */
  commands: string[];
  /** Adds an email and returns its UID. */
  deliver(source: string, receivedAt?: Date): number;
  /** The next `times` commands of this name fail so. */
  fail(command: string, fault: ImapFault, times?: number): void;
  stop(): Promise<void>;
};

export const account = { user: 'support@shop.example', password: 'p@ss/word' };

export async function startImapServer(tls: TlsOptions | null = null): Promise<ImapServer> {
  const open = new Set<Socket>();
  const faults: { command: string; fault: ImapFault; left: number }[] = [];
  const state: ImapServer = {
    url: '',
    emails: [],
    uidValidity: 1,
    commands: [],
    deliver: (source, receivedAt = new Date()) => {
      const uid = (state.emails.at(-1)?.uid ?? 0) + 1;
      state.emails.push({ uid, source: source.replace(/\r?\n/g, '\r\n'), receivedAt });
      return uid;
    },
    fail: (command, fault, times = Number.POSITIVE_INFINITY) => {
      faults.splice(0);
      if (times > 0) faults.push({ command, fault, left: times });
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function onConnection(socket: Socket): void {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    serve(socket, state, (command) => {
      const found = faults.find((each) => each.command === command && each.left > 0);
      if (found) found.left -= 1;
      return found?.fault ?? null;
    });
  }
  const server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const login = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`;
  state.url = `${tls ? 'imaps' : 'imap'}://${login}@127.0.0.1:${port}`;
  return state;
}

function serve(socket: Socket, state: ImapServer, faultOf: (command: string) => ImapFault | null): void {
  let isSignedIn = false;
  let isOpen = false;
  let unread = '';
  const done = 'OK done';
  const send = (line: string) => void socket.write(`${line}\r\n`, 'latin1');

  function onLine(line: string): void {
    const [tag = '', ...rest] = line.split(' ');
    const text = rest.join(' ');
    const verb = (/^(UID )?\w+/i.exec(text)?.[0] ?? '').toUpperCase();
    state.commands.push(verb === 'LOGIN' ? 'LOGIN ...' : text);
    const fault = faultOf(verb);
    if (fault === 'drop') socket.destroy();
    if (fault === 'drop' || fault === 'hang') return;
    const status = fault === 'refuse' ? 'NO refused' : answer(verb, text.slice(verb.length + 1), fault === 'half');
    if (status === null) return;
    send(`${tag} ${status}`);
    if (verb === 'LOGOUT') socket.end();
  }

  /** The status of the command; null where the connection breaks off. */
  function answer(verb: string, args: string, isHalf: boolean): string | null {
    const needsFolder = verb === 'UID SEARCH' || verb === 'UID FETCH';
    if (needsFolder ? !isOpen : verb === 'EXAMINE' && !isSignedIn) return 'BAD not now';
    switch (verb) {
      case 'NOOP':
        return done;
      case 'CAPABILITY':
        send('* CAPABILITY IMAP4rev1 NAMESPACE ID');
        return done;
      case 'LOGIN': {
        const [user, password] = words(args);
        isSignedIn = user === account.user && password === account.password;
        return isSignedIn ? done : `NO [AUTHENTICATIONFAILED] ${user} has another password`;
      }
      case 'ID':
        send('* ID ("name" "fake")');
        return done;
      case 'NAMESPACE':
        send('* NAMESPACE (("" "/")) NIL NIL');
        return done;
      case 'LIST':
      case 'LSUB':
        if (/INBOX/i.test(args)) send(`* ${verb} (\\HasNoChildren) "/" INBOX`);
        return done;
      case 'EXAMINE':
        if (words(args)[0]?.toUpperCase() !== 'INBOX') return 'NO [NONEXISTENT] no such folder';
        isOpen = true;
        send(`* ${state.emails.length} EXISTS`);
        send(`* OK [UIDVALIDITY ${state.uidValidity}] UIDs valid`);
        send(`* OK [UIDNEXT ${(state.emails.at(-1)?.uid ?? 0) + 1}] next`);
        return 'OK [READ-ONLY] done';
      case 'UID SEARCH':
        send(
          `* SEARCH${found(args)
            .map(({ uid }) => ` ${uid}`)
            .join('')}`,
        );
        return done;
      case 'UID FETCH':
        fetchEmail(args, isHalf);
        return isHalf ? null : done;
      case 'LOGOUT':
        send('* BYE');
        return done;
      default:
        return `BAD ${verb} is not implemented`;
    }
  }

  function found(criteria: string): StoredEmail[] {
    const [, from = '1'] = /UID (\d+):\*/i.exec(criteria) ?? [];
    const [, day] = /SINCE "?(\d+-\w+-\d+)"?/i.exec(criteria) ?? [];
    const last = state.emails.at(-1)?.uid ?? 0;
    // A range with * holds the last email, whatever its beginning.
    const inRange = ({ uid }: StoredEmail) => uid >= Math.min(Number(from), last);
    return state.emails.filter((email) => inRange(email) && (!day || email.receivedAt >= new Date(`${day} UTC`)));
  }

  function fetchEmail(args: string, isHalf: boolean): void {
    const uid = Number.parseInt(args, 10);
    const at = state.emails.findIndex((email) => email.uid === uid);
    const email = state.emails[at];
    if (!email) return;
    if (!/BODY\.PEEK\[\]/i.test(args)) throw new Error('The client reads without PEEK.');
    const [, most] = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(args) ?? [];
    const part = Buffer.from(email.source, 'utf8').subarray(0, most ? Number(most) : undefined);
    const size = Buffer.byteLength(email.source);
    socket.write(`* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${size} BODY[]${most ? '<0>' : ''} {${part.length}}\r\n`);
    if (isHalf) {
      socket.write(part.subarray(0, part.length / 2), () => socket.destroy());
      return;
    }
    socket.write(part);
    send(')');
  }

  const greeting = faultOf('GREETING');
  if (greeting === 'drop') socket.destroy();
  else if (greeting === null) send('* OK IMAP4rev1 ready');
  let literal: { line: string; bytes: number } | null = null;
  socket.setEncoding('latin1').on('data', (chunk) => {
    unread += chunk;
    for (;;) {
      if (literal) {
        if (unread.length < literal.bytes) return;
        const { line, bytes } = literal;
        literal = null;
        unread = `${line}"${unread.slice(0, bytes)}"${unread.slice(bytes)}`;
      }
      const end = unread.indexOf('\r\n');
      if (end < 0) return;
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      const [, bytes] = /\{(\d+)\}$/.exec(line) ?? [];
      if (bytes) {
        literal = { line: line.replace(/\{\d+\}$/, ''), bytes: Number(bytes) };
        send('+ go ahead');
      } else onLine(line);
    }
  });
}

/** Atoms and quoted strings. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? (atom ?? '') : quoted.replace(/\\(.)/g, '$1'),
  );
}
