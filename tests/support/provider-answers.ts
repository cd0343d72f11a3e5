// Answers of a foreign panel that are no answer of its API: shapes of a refusal, with words.
import fc from 'fast-check';

const words = fc.oneof(
  fc.constantFrom('Unauthenticated', 'Not enough funds', 'Saldo insuficiente', 'Недостаточно средств', '余额不足'),
  fc.stringMatching(/^[A-Z][a-z]{2,12} [a-z]{2,12}$/),
);

const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const shapes: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\uFEFF${text}\r\n`,
  (text) => `<!DOCTYPE html><html><head><title>x</title><style>p { }</style></head><body><p>${text}</p></body></html>`,
  (text) => `<html><head><title>${text}</title></head><body></body></html>`,
  (text) => `<div>${text}</div>`,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ status: 'error', message: text }),
  (text) => escaped(JSON.stringify({ status: 'fail', msg: text })),
  (text) => JSON.stringify({ success: false, data: { reason: [text] } }),
  (text) => JSON.stringify({ errors: [text] }),
  (text) => JSON.stringify({ errors: { link: [{ detail: text }] } }),
  (text) => JSON.stringify([{ message: text }]),
  (text) => JSON.stringify({ error: null, message: text }),
  (text) => JSON.stringify({ error: true, message: text }),
  (text) => JSON.stringify({ error: 102, message: text }),
  (text) => JSON.stringify({ error: { code: 7, text } }),
  (text) => JSON.stringify({ error: [text] }),
  (text) => `{"message":"${text}"`,
];

const statuses = [200, 201, 302, 400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503, 520];

/** One answer: its status and body, and the words that a person must read. */
export const wordyAnswer = fc
  .record({ text: words, shape: fc.constantFrom(...shapes), status: fc.constantFrom(...statuses) })
  .map(({ text, shape, status }) => ({ status, words: text, body: shape(text) }));

/** What no message may claim about a provider that answered. */
export const claimsSilence = /(did|does) not (respond|answer)|was lost|no answer|unreachable|cannot be reached/i;
