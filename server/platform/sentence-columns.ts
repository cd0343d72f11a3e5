// Where a sentence is stored and returned: its text, and its code beside it.
import type { Sentence } from '../../contract/sentences.ts';
import type { AnyMessage } from '../../contract/store-messages.ts';

/** The columns of a sentence. The text is still written, in English, for the version before. */
export function sentenceColumns<N extends string, S extends Sentence | null>(
  name: N,
  sentence: S,
): { [F in N]: S extends null ? null : string } & { [F in `${N}Coded`]: AnyMessage | null } {
  const columns = { [name]: sentence?.text ?? null, [`${name}Coded`]: sentence?.coded ?? null };
  return columns as ReturnType<typeof sentenceColumns<N, S>>;
}

/** The fields of a sentence in an answer. */
export function sentenceFields<N extends string, T extends string | null>(
  name: N,
  text: T,
  coded: AnyMessage | null | undefined,
): { [F in N]: T } & { [F in `${N}_coded`]?: AnyMessage } {
  const fields = { [name]: text, ...(coded ? { [`${name}_coded`]: coded } : {}) };
  return fields as ReturnType<typeof sentenceFields<N, T>>;
}
