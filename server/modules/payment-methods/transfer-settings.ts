// What an owner saves for transfers: instructions, days and Pix.
import { createHmac } from 'node:crypto';
import type { AnswerFor } from '../../../contract/index.ts';
import { languages } from '../../../contract/languages.ts';
import { readPixKey } from '../../../contract/pix.ts';
import { StoreError } from '../../../contract/store-error.ts';
import {
  findTransferProblem,
  type TransferSettings,
  tidyTransferSettings,
} from '../../../contract/transfer-settings.ts';
import type { StoreContext } from '../../context.ts';
import type { Admin } from '../../request-context.ts';
import * as paymentMethodsRepository from './payment-methods.repository.ts';

const mask = '****';

type Answer = AnswerFor<'GET /api/admin/transfer-settings'>;

export async function readTransferSettings({ database }: StoreContext): Promise<Answer> {
  const rows = await paymentMethodsRepository.listRows(database.db);
  return { settings: rows.find(({ method }) => method === 'manual')?.transfer ?? null };
}

/** Throws invalid_input with the first field that is wrong. */
export async function saveTransferSettings(ctx: StoreContext, input: TransferSettings, { id }: Admin): Promise<Answer> {
  const transfer = tidyTransferSettings(input);
  const problem = findTransferProblem(transfer);
  if (problem) {
    const { field, ...reason } = problem;
    throw new StoreError('invalid_input', { field, reason });
  }
  await ctx.database.transaction(async (tx) => {
    await paymentMethodsRepository.lockRows(tx);
    await paymentMethodsRepository.saveRow(tx, 'manual', { transfer });
    const details = describeSettings(ctx, transfer);
    const entry = { actor: `admin:${id}`, action: 'payment_method.transfer_saved', subject: 'manual' };
    await ctx.audit.record(tx, { ...entry, details });
    ctx.live.announce(tx, 'settings-update');
  });
  ctx.paymentMethods.forget();
  return { settings: transfer };
}

/**
 * For the audit log, where an owner finds which entry changed the account. The numbers themselves may be those of a person. The
 * fingerprint changes with texts and Pix.
 */
function describeSettings({ secretFor }: StoreContext, { instructions, expiry_days: days, pix }: TransferSettings) {
  const read = pix && readPixKey(pix.key);
  const fingerprint = createHmac('sha256', secretFor('fingerprints of transfer settings'))
    .update(JSON.stringify([languages.map((lang) => instructions[lang]), pix]))
    .digest('hex');
  return {
    days,
    pix: read && 'kind' in read ? read.kind : null,
    pixKey: pix && maskEnd(pix.key),
    accounts: [...new Set(languages.flatMap((lang) => findAccount(instructions[lang]) ?? []))],
    fingerprint: fingerprint.slice(0, 16),
  };
}

/** The end of the longest number in a text, such as that of an account. */
function findAccount(text: string): string | null {
  const numbers = (text.match(/\d[\d ./-]*/g) ?? []).map((number) => number.replace(/\D/g, ''));
  const longest = numbers.reduce((best, number) => (number.length > best.length ? number : best), '');
  return longest === '' ? null : maskEnd(longest);
}

function maskEnd(text: string): string {
  return text.length < 8 ? `${mask}${text.slice(-2)}` : `${mask}${text.slice(-4)}`;
}
