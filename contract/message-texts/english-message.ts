// The English text of a message: what the API sends as `message`, and what columns of sentences keep.
import { type AnyMessage, formatMessage } from '../store-messages.ts';
import { englishTexts } from './en.ts';

export function englishMessage(message: AnyMessage): string {
  return formatMessage(englishTexts, 'en', message) ?? message.code;
}
