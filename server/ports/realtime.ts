// Announces to open pages that something changed, without its content. Sent after the caller's commit only.
import type { LiveType } from '../../contract/live.ts';
import type { Queryable } from '../database/database.ts';

export type Live = {
  announce(at: Queryable, type: LiveType): void;
};
