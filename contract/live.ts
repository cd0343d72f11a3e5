// The protocol of `/ws`, the websocket of the store: messages, close codes and timeouts. Messages contain only a type;
// pages fetch the changed data by authenticated calls.

export const livePath = '/ws';

export const liveTypes = ['user-update', 'order-update', 'alert-update', 'settings-update'] as const;

export type LiveType = (typeof liveTypes)[number];

/** Sent to every authenticated page: data of this kind changed. */
export type LiveMessage = { type: LiveType };

/** The first message of a page: within `authWithinMs`, at most `largestMessageBytes`. */
export type LiveAuth = { type: 'auth'; token: string };

/**
 * A heartbeat: the server returns it to that page only. Pages cannot see protocol pings, so a frozen server would look
 * idle. The first response confirms the token: a heartbeat sent right after `auth` waits for its verification.
 */
export type LiveBeat = { type: 'beat' };

export type LiveFromPage = LiveAuth | LiveBeat;
export type LiveFromStore = LiveMessage | LiveBeat;

export const authWithinMs = 5_000;
export const largestMessageBytes = 4_096;
/** Delay between the last response and the next heartbeat. */
export const beatEveryMs = 2_000;
/** A page treats the server as unreachable when no response arrives within this time after a heartbeat. */
export const beatAnswerMs = 3_000;

/** Close codes of the server. */
export const liveClose = {
  /** The server shuts down: reconnect. */
  leaving: 1001,
  /** Invalid message, URL or origin. */
  misuse: 1008,
  /** The message exceeds `largestMessageBytes`. */
  tooLarge: 1009,
  /** The token cannot be verified at the moment, or there are too many sockets: reconnect. */
  later: 1013,
  /** The token is invalid or expired: reconnect with another token only. */
  unauthorized: 4401,
  /** No `auth` within `authWithinMs`: reconnect. */
  authMissing: 4408,
} as const;

export function isLiveType(value: unknown): value is LiveType {
  return (liveTypes as readonly unknown[]).includes(value);
}

/** Parses a message: an object with a type; null for any other value. */
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
