// What an owner saves for transfers: instructions, days and Pix.
import type { AnswerFor } from '../../../contract/index.ts';
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
    const pixKey = transfer.pix && readPixKey(transfer.pix.key);
    // The key itself may be the number of a person.
    const details = { days: transfer.expiry_days, pix: pixKey && 'kind' in pixKey ? pixKey.kind : null };
    const entry = { actor: `admin:${id}`, action: 'payment_method.transfer_saved', subject: 'manual' };
    await ctx.audit.record(tx, { ...entry, details });
    ctx.live.announce(tx, 'settings-update');
  });
  ctx.paymentMethods.forget();
  return { settings: transfer };
}
