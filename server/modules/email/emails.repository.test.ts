import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../../database/database.ts';
import * as emailsRepository from './emails.repository.ts';

test('D-24: an address is looked up by its index also where the plan was made on an empty table', async () => {
  const own = await freshDatabase();
  const database = openDatabase({ connection: own.connection, poolSize: 1 });
  try {
    const id = '7b0f5b0e-4a5e-4b7e-9a37-1a1d4b4b0e11';
    const mail = { id, kind: 'order_received' } as emailsRepository.MailRow;
    await database.transaction((tx) => emailsRepository.hasRecent(tx, mail, 'buyer@mail.example'));
    const [known] = (
      await database.db.execute<{ name: string }>(
        sql`select name from pg_prepared_statements where statement like '%from "mails" m where lower%'`,
      )
    ).rows;
    await database.db.execute(sql`set plan_cache_mode = force_generic_plan`);
    const { rows } = await database.db.execute(
      sql.raw(`explain execute "${known?.name}"('buyer@mail.example', 'order_received', '${id}')`),
    );
    expect(JSON.stringify(rows)).toContain('Index Scan using mails_recipient');
  } finally {
    await database.close();
    await own.drop();
  }
});
