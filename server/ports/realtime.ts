// Announces to open pages that something changed, without its content. Sent after the caller's commit only.
import type { LiveType } from '../../contract/live.ts';
import type { Queryable } from '../database/database.ts';

/** `settings-update` goes to the store's processes only: they reload the settings. */
export type Announcement = LiveType | 'settings-update';

export type Live = {
  announce(at: Queryable, type: Announcement): void;
};
