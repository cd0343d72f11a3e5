// What a buyer reads who pays by transfer: the operator's text with amount, reference and last day, and the code of Pix. Pure.
import { formatBrl, toBrlCents } from '../../../contract/brl.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { dollarsFromCents, formatUsd } from '../../../contract/money.ts';
import type { Transfer } from '../../../contract/order-facts.ts';
import { buildBrCode } from '../../../contract/pix.ts';
import { fillInstructions } from '../../../contract/transfer-instructions.ts';
import { mostTransferCents, type TransferCurrency } from '../../../contract/transfer-rules.ts';
import type { TransferSettings } from '../../../contract/transfer-settings.ts';
import { drawQrCode } from '../../platform/qr-image.ts';

/** What the buyer of an order sends: reais where the operator has entered a rate. */
export function computeDue(
  amountCents: number,
  { pix }: TransferSettings,
): { dueCents: number; dueCurrency: TransferCurrency } {
  const brlCents = pix?.brl_rate ? toBrlCents(amountCents, pix.brl_rate) : null;
  // Above the largest transfer the payer enters the amount.
  if (brlCents === null || brlCents > mostTransferCents) return { dueCents: amountCents, dueCurrency: 'USD' };
  return { dueCents: brlCents, dueCurrency: 'BRL' };
}

type StoredTransfer = { reference: string; dueCents: number; dueCurrency: TransferCurrency; expiresAt: Date };

/** `zone`: of the store, for the last day. The amount is the one of the time when the transfer was chosen. */
export function buildTransfer(
  { reference, dueCents, dueCurrency, expiresAt }: StoredTransfer,
  { amountCents, language }: { amountCents: number; language: Language },
  { instructions, pix }: TransferSettings,
  zone: string,
): Transfer {
  const isBrl = dueCurrency === 'BRL';
  const day = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'long', timeZone: zone });
  const text = fillInstructions(instructions[language], {
    amount: isBrl ? formatBrl(dueCents, language) : formatUsd(dueCents, language),
    reference,
    expires: day.format(expiresAt),
  });
  const code = pix && buildBrCode({ ...pix, txid: reference, amountCents: isBrl ? dueCents : null });
  return {
    instructions: text,
    reference,
    amount: dollarsFromCents(amountCents),
    expires_at: expiresAt.toISOString(),
    time_zone: zone,
    ...(pix && code
      ? {
          pix: {
            key: pix.key,
            code,
            amount: isBrl ? dueCents / 100 : null,
            qr: `data:image/png;base64,${drawQrCode(code).toString('base64')}`,
          },
        }
      : {}),
  };
}
