// THE PORT to open pages: says that something changed, never what (A-66, D-28). Heard after the caller's commit, and only then.
import type { LiveType } from '../../contract/live.ts';
import type { Queryable } from '../database/database.ts';

/** `settings-update` goes to the store's processes only: they reload the settings. */
export type Announcement = LiveType | 'settings-update';

export type Live = {
  announce(at: Queryable, type: Announcement): void;
};
