// Unsent replies of this browser tab, by message. They survive another message, another page and a reload.
import { newKey } from '../new-key.ts';

type Draft = { text: string; attempt: { text: string; key: string } | null };

const prefix = 'reply ';
const nameOf = (messageId: string) => `${prefix}${messageId}`;
/** The forms on the page, by message. */
const listeners = new Map<string, () => void>();

export function readDraft(messageId: string): string {
  return find(messageId).text;
}

export function keepDraft(messageId: string, text: string): void {
  const { attempt } = find(messageId);
  if (text === '' && attempt === null) forgetDraft(messageId);
  else store(messageId, { text, attempt });
}

/** The idempotency key of this text: the one of its last attempt, or a new one. */
export function keyOfDraft(messageId: string, text: string): string {
  const { attempt } = find(messageId);
  const key = attempt?.text === text ? attempt.key : newKey();
  store(messageId, { text, attempt: { text, key } });
  return key;
}

export function forgetDraft(messageId: string): void {
  sessionStorage.removeItem(nameOf(messageId));
  listeners.get(messageId)?.();
}

/** Removes the drafts of all messages. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(prefix)) forgetDraft(name.slice(prefix.length));
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
    const { text, attempt } = JSON.parse(sessionStorage.getItem(nameOf(messageId)) ?? '{}') as Partial<Draft>;
    return { text: text ?? '', attempt: attempt ?? null };
  } catch {
    return { text: '', attempt: null };
  }
}

/** A browser without room keeps no draft. The key then changes with each attempt. */
function store(messageId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(messageId), JSON.stringify(draft));
  } catch {}
}
