// A real mail server on this machine: dovecot with one account, whose emails are files.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './program.ts';

export type Dovecot = {
  url: string;
  deliver(source: string): void;
  /** The names of all emails, with their flags. */
  files(): string[];
  /** Gives every email another UID. */
  replaceUids(): void;
  stop(): Promise<void>;
};

const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` };
export const hasDovecot = spawnSync('dovecot', ['--version'], { env }).status === 0;
const password = 'p@ss/word';

/** `tls`: the files of a certificate, for imaps://. */
export async function startDovecot(tls: { cert: string; key: string } | null = null): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-dovecot-'));
  const port = await freePort();
  const { uid, gid, username } = userInfo();
  // It refuses mailboxes of root.
  const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
  const mailbox = join(folder, 'mail');
  const letters = ['', 'new', 'cur', 'tmp'].map((name) => join(mailbox, name));
  for (const path of letters) {
    mkdirSync(path);
    chownSync(path, owner.uid, owner.gid);
  }
  if (uid === 0) spawnSync('chmod', ['755', folder]);
  const ownUsers = uid === 0 ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
ssl = ${tls ? 'yes' : 'no'}
${tls ? `ssl_cert = <${tls.cert}\nssl_key = <${tls.key}` : ''}
mail_location = maildir:${mailbox}
first_valid_uid = 1
${ownUsers}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder} allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${tls ? 0 : port}
  }
  inet_listener imaps {
    port = ${tls ? port : 0}
  }
}
service anvil {
  chroot =
}
`,
  );
  const server = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const log = () => readFileSync(join(folder, 'log'), 'utf8');
  await until('dovecot has started', () => {
    try {
      return log().includes('starting up') ? true : null;
    } catch {
      return null;
    }
  });
  let delivered = 0;
  return {
    url: `${tls ? 'imaps' : 'imap'}://support:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    deliver: (source) => {
      delivered += 1;
      const path = join(mailbox, 'new', `${1_700_000_000 + delivered}.${delivered}.host`);
      writeFileSync(path, source.replace(/\r?\n/g, '\r\n'));
      chownSync(path, owner.uid, owner.gid);
    },
    files: () => ['new', 'cur'].flatMap((name) => readdirSync(join(mailbox, name))).toSorted(),
    replaceUids: () => {
      for (const name of readdirSync(mailbox)) if (name.startsWith('dovecot')) rmSync(join(mailbox, name));
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
