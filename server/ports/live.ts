// THE PORT to open pages: says that something changed, never what (A-66, D-28). Heard after the caller's commit, and only then.
import type { LiveType } from '../../contract/live.ts';
import type { Queryable } from '../store/database.ts';

export type Live = {
  announce(at: Queryable, type: LiveType): void;
};
