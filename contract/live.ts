// What goes over `/ws`, the one websocket of the store: which messages, which codes end it, how soon silence is noticed.
// Messages name a type and nothing else (A-66, D-28); what changed is asked for by the authenticated calls.

export const livePath = '/ws';

export const liveTypes = ['user-update', 'order-update', 'alert-update'] as const;

export type LiveType = (typeof liveTypes)[number];

/** Told by the store to every authenticated page: something of this kind changed. */
export type LiveMessage = { type: LiveType };

/** A page's first message: within `authWithinMs`, and at most `largestMessageBytes`. */
export type LiveAuth = { type: 'auth'; token: string };

/**
 * A page asks whether the store is still there, and the store answers that page alone with the same message. Pages
 * cannot see the pings of the protocol, so without it a frozen store looks like a quiet one. The first answer also says
 * that the token was good: a beat sent right after `auth` waits for its verification.
 */
export type LiveBeat = { type: 'beat' };

export type LiveFromPage = LiveAuth | LiveBeat;
export type LiveFromStore = LiveMessage | LiveBeat;

export const authWithinMs = 5_000;
export const largestMessageBytes = 4_096;
/** A page sends a beat so long after the last answer ... */
export const beatEveryMs = 2_000;
/** ... and takes the store for gone when nothing came so long after that. */
export const beatAnswerMs = 3_000;

/** Why the store ends a websocket. */
export const liveClose = {
  /** The store stops: come again. */
  leaving: 1001,
  /** Not the messages above, or the address or origin was refused. */
  misuse: 1008,
  /** A message beyond `largestMessageBytes`. */
  tooLarge: 1009,
  /** The token could not be verified just now, or there are too many sockets: come again. */
  later: 1013,
  /** The token is not good, or no longer: come again with another one only. */
  unauthorized: 4401,
  /** No `auth` within `authWithinMs`: come again. */
  authMissing: 4408,
} as const;

export function isLiveType(value: unknown): value is LiveType {
  return (liveTypes as readonly unknown[]).includes(value);
}

/** The object with a type that a message must be; null for anything else. */
export function readLive(text: unknown): { type: string; token?: unknown } | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('type' in value)) return null;
    return typeof value.type === 'string' ? { ...value, type: value.type } : null;
  } catch {
    return null;
  }
}
