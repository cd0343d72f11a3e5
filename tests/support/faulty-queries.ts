// Connections whose queries fail at chosen moments: before they are sent, or after the server has executed them.
import { openDatabase } from '../../server/database/database.ts';
import type { TestDatabase } from './database.ts';

/** `lose_answer`: the server executes the query, and the connection breaks before the answer arrives. */
export type QueryFault = 'fail' | 'lose_answer' | 'hang' | null;

export const connectionLost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** Opens connections like those of the store; `faultOf` is called with the text of each query. */
export function faultyConnections(db: TestDatabase, faultOf: (text: string) => QueryFault) {
  return () => {
    const database = openDatabase({ connection: db.connection, poolSize: 6, clockOffsetMs: db.clockOffsetMs });
    database.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      const faulty = async (...given: unknown[]): Promise<unknown> => {
        const fault = faultOf(textOf(given[0]));
        if (fault === 'fail') throw connectionLost();
        if (fault === 'hang') return new Promise(() => {});
        const answer = await query(...given);
        if (fault === 'lose_answer') throw connectionLost();
        return answer;
      };
      client.query = faulty as typeof client.query;
    });
    return database;
  };
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
}
