// What an operator sets for transfers, and what is wrong with it. Pure, without zod: used by the form and the server.
import { cleanLine, cleanText } from './characters.ts';
import { type Language, languages } from './languages.ts';
import { pixLimits, readPixKey, toEmvText } from './pix.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';
import { findUnknownPlaceholder, transferLimits } from './transfer-instructions.ts';

export type TransferSettings = {
  instructions: Record<Language, string>;
  expiry_days: number;
  /** Null: no Pix. `brl_rate`: reais for a dollar; null: the payer enters the amount. */
  pix: { key: string; name: string; city: string; brl_rate: number | null } | null;
};

export type TransferProblem = StoreMessage & { field: string };

/** With plain texts, and the key in the form of the directory of Pix. */
export function tidyTransferSettings({ instructions, expiry_days, pix }: TransferSettings): TransferSettings {
  const texts = Object.fromEntries(languages.map((lang) => [lang, cleanText(instructions[lang])]));
  const read = pix && readPixKey(pix.key);
  return {
    instructions: texts as Record<Language, string>,
    expiry_days,
    pix: pix && {
      ...pix,
      key: read && 'key' in read ? read.key : pix.key,
      name: cleanLine(pix.name),
      city: cleanLine(pix.city),
    },
  };
}

/** The first problem of tidied settings; null: they can be saved. */
export function findTransferProblem({ instructions, expiry_days, pix }: TransferSettings): TransferProblem | null {
  for (const lang of languages) {
    const problem = findTextProblem(instructions[lang], lang);
    if (problem) return { field: `instructions.${lang}`, ...problem };
  }
  const { expiryDays } = transferLimits;
  if (!Number.isInteger(expiry_days) || expiry_days < expiryDays.least || expiry_days > expiryDays.most) {
    return { field: 'expiry_days', ...storeMessage('transfer_expiry_range', expiryDays) };
  }
  return pix && findPixProblem(pix);
}

function findTextProblem(text: string, lang: Language): StoreMessage | null {
  const { least, most } = transferLimits.text;
  if (text.length < least || text.length > most) return storeMessage('transfer_text_length', { lang, least, most });
  const unknown = findUnknownPlaceholder(text);
  return unknown === null ? null : storeMessage('transfer_placeholder_unknown', { lang, name: unknown });
}

function findPixProblem({ key, name, city, brl_rate }: NonNullable<TransferSettings['pix']>): TransferProblem | null {
  const read = readPixKey(key);
  if ('problem' in read) return { field: 'pix.key', code: read.problem };
  if (toEmvText(name, pixLimits.name) === '') return { field: 'pix.name', code: 'pix_name_missing' };
  if (toEmvText(city, pixLimits.city) === '') return { field: 'pix.city', code: 'pix_city_missing' };
  const { least, most } = transferLimits.brlRate;
  const isRate = brl_rate === null || (brl_rate >= least && brl_rate <= most && hasFourDecimals(brl_rate));
  return isRate ? null : { field: 'pix.brl_rate', code: 'pix_rate_range' };
}

function hasFourDecimals(rate: number): boolean {
  return Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6;
}
