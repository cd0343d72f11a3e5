// Drafts of this browser tab: unsent replies, by message, and services chosen for the import. They survive another message, another
// page, a reload, and a session that ends by itself. Another admin never sees them.
import { newKey } from '../new-key.ts';

/** `by`: the email of the admin who wrote it. */
type Draft = { text: string; attempt: { text: string; key: string } | null; by: string };

const prefix = 'reply ';
const nameOf = (messageId: string) => `${prefix}${messageId}`;
/** The forms on the page, by message. */
const listeners = new Map<string, () => void>();

export function readDraft(messageId: string): string {
  return find(messageId).text;
}

export function keepDraft(messageId: string, text: string, by: string): void {
  const { attempt } = find(messageId);
  if (text === '' && attempt === null) forgetDraft(messageId);
  else store(messageId, { text, attempt, by });
}

/** The idempotency key of this text: the one of its last attempt, or a new one. */
export function keyOfDraft(messageId: string, text: string): string {
  const { attempt, by } = find(messageId);
  const key = attempt?.text === text ? attempt.key : newKey();
  store(messageId, { text, attempt: { text, key }, by });
  return key;
}

export function forgetDraft(messageId: string): void {
  sessionStorage.removeItem(nameOf(messageId));
  listeners.get(messageId)?.();
}

/** Removes the drafts of all messages, except those of one admin. */
export function forgetDrafts(except: string | null = null): void {
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith(prefix)) continue;
    const messageId = name.slice(prefix.length);
    if (find(messageId).by !== except) forgetDraft(messageId);
  }
}

/** Calls the listener of the shown form. Returns the function that removes it. */
export function onDraftForgotten(messageId: string, listener: () => void): () => void {
  listeners.set(messageId, listener);
  return () => {
    if (listeners.get(messageId) === listener) listeners.delete(messageId);
  };
}

function find(messageId: string): Draft {
  try {
    const { text, attempt, by } = JSON.parse(sessionStorage.getItem(nameOf(messageId)) ?? '{}') as Partial<Draft>;
    return { text: text ?? '', attempt: attempt ?? null, by: by ?? '' };
  } catch {
    return { text: '', attempt: null, by: '' };
  }
}

/** A browser without room keeps no draft. The key then changes with each attempt. */
function store(messageId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(messageId), JSON.stringify(draft));
  } catch {}
}
