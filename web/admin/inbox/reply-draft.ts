// Unsent replies of this browser tab, by message. They survive another message, another page and a reload.
import { newKey } from '../new-key.ts';

type Draft = { text: string; attempt: { text: string; key: string } | null };

const nameOf = (messageId: string) => `reply ${messageId}`;

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
