import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedSetup, giveAway, queryRows, serverPid } from '../../tests/support/embedded-setup.ts';

const setup = embeddedSetup();
afterAll(setup.close);

describe('the bundled PostgreSQL', () => {
  test('a first start makes the database, private to its owner and without a network port', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    const [row] = await queryRows<Record<string, unknown>>(
      database.connection,
      `SELECT current_user AS who, current_database() AS database, rolsuper AS super,
              current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
              current_setting('server_encoding') AS encoding, lower('ÉLAN') AS lower,
              pg_get_userbyid(datdba) AS owner
         FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(row).toEqual({
      who: 'applaud',
      database: 'applaud',
      super: false,
      addresses: '',
      fsync: 'on',
      encoding: 'UTF8',
      lower: 'élan',
      owner: 'applaud',
    });
    expect(database.adopted).toBe(false);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    for (const name of ['superuser.password', 'applaud.password']) {
      expect((await stat(join(dataDir, 'postgres', name))).mode & 0o777).toBe(0o600);
    }
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  test('a wrong password is refused', async () => {
    const { connection } = await setup.start(await setup.folder());
    await expect(queryRows({ ...connection, password: 'guess' }, 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
  });

  test('a later start finds what was written, with the same passwords', async () => {
    const dataDir = await setup.folder();
    const first = await setup.start(dataDir);
    await queryRows(first.connection, 'CREATE TABLE notes AS SELECT 7 AS note');
    await first.stop();
    const second = await setup.start(dataDir);
    expect(second.adopted).toBe(false);
    expect(second.connection).toEqual(first.connection);
    expect(await queryRows(second.connection, 'SELECT note FROM notes')).toEqual([{ note: 7 }]);
  });

  test('a lost password of the role is made anew', async () => {
    const dataDir = await setup.folder();
    const first = await setup.start(dataDir);
    await first.stop();
    await rm(join(dataDir, 'postgres', 'applaud.password'));
    const second = await setup.start(dataDir);
    expect(second.connection.password).not.toBe(first.connection.password);
    expect(await queryRows(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a spoiled password of the role is made anew, and the log names its file', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    const path = join(dataDir, 'postgres', 'applaud.password');
    for (const text of ['', 'garbage']) {
      await writeFile(path, text, { mode: 0o600 });
      const database = await setup.start(dataDir);
      expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await database.stop();
      expect(setup.messages.filter((message) => message.startsWith(path))).toHaveLength(text === '' ? 1 : 2);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'a password that others may read is made private, and the log names it',
    async () => {
      const dataDir = await setup.folder();
      const first = await setup.start(dataDir);
      await first.stop();
      const paths = ['superuser.password', 'applaud.password'].map((name) => join(dataDir, 'postgres', name));
      for (const path of paths) await chmod(path, 0o644);
      const second = await setup.start(dataDir);
      expect(second.connection).toEqual(first.connection);
      for (const path of paths) {
        expect((await stat(path)).mode & 0o777).toBe(0o600);
        expect(setup.messages.filter((message) => message.startsWith(`${path} was open to other users`))).toHaveLength(
          1,
        );
      }
    },
  );

  test('stopping twice, also at once, stops once', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
    await expect(queryRows(database.connection, 'SELECT 1')).rejects.toThrow();
  });

  test.each(['a folder with spaces', 'Ładna "kolekcja", déjà’s', 'x'.repeat(120)])('it works in %s', async (name) => {
    const dataDir = await setup.folder(name);
    const database = await setup.start(dataDir);
    expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    if (database.connection.host !== dataDir) await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
  });

  test('what clients get wrong stays out of the log, because it may hold personal data', async () => {
    const dataDir = await setup.folder();
    const { connection } = await setup.start(dataDir);
    await expect(queryRows(connection, `SELECT 1 / (length('anna@example.org') - 16)`)).rejects.toThrow(
      'division by zero',
    );
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('anna@example.org');
  });

  test('a log that has grown is put aside at the next start', async () => {
    const dataDir = await setup.folder();
    await mkdir(dataDir);
    await giveAway(dataDir);
    await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(6_000_000));
    await setup.start(dataDir);
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000);
    expect((await stat(join(dataDir, 'postgres.log.old'))).size).toBe(6_000_000);
  });

  test('the server does not inherit the secrets of the store', async () => {
    process.env.EMBEDDED_TEST_SECRET = 'hush';
    const dataDir = await setup.folder();
    await setup.start(dataDir).finally(() => delete process.env.EMBEDDED_TEST_SECRET);
    const environment = await readFile(`/proc/${await serverPid(dataDir)}/environ`, 'utf8').catch(() => 'LC_ALL=C');
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toContain('hush');
  });
});
