// The status words of a provider in SQL, from the one list of the contract.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { completedStatusWords, providerStatusWords, stoppedStatusWords } from '../../contract/provider-status.ts';
import { sqlList } from './columns.ts';

/** Ended, and not all of it was delivered. */
export function isStoppedStatus(liveStatus: SQLWrapper): SQL {
  return sql`lower(trim(${liveStatus})) in (${sqlList(stoppedStatusWords)})`;
}

/** All of it was delivered. */
export function isCompletedStatus(liveStatus: SQLWrapper): SQL {
  return sql`lower(trim(${liveStatus})) in (${sqlList(completedStatusWords)})`;
}

/** An unknown word. */
export function isUnknownStatus(liveStatus: SQLWrapper): SQL {
  return sql`regexp_replace(lower(trim(${liveStatus})), '[\\s_-]+', '', 'g') not in (${sqlList(providerStatusWords)})`;
}
