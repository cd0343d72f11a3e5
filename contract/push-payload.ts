// The push message between server and service worker, as JSON before its encryption. Pure, without zod.

/** The script of the admin's service worker. Its path never changes, because browsers keep it with the registration. */
export const adminWorkerPath = '/admin-sw.js';
/** The pages that the service worker serves; `/admin-login` is among them. */
export const adminWorkerScope = '/admin';

export type PushPayload = {
  title: string;
  body: string;
  /** A later notification with the same tag replaces the earlier one. */
  tag: string;
  /** The path of the item in the admin, with query and fragment. */
  path: string;
  /** Buttons beside it, each with a path of the admin. Not every system shows them. */
  buttons: { title: string; path: string }[];
  /** Stays on the screen of a computer until it is handled. */
  isCritical: boolean;
  /** Open action items, for the icon of the app; null: unknown. */
  badge: number | null;
  /** Milliseconds since 1970. */
  sentAt: number;
};

/** From the service worker to a page: open this path of the admin. */
export type OpenRequest = { type: 'open'; path: string };
