// The stored fields of one payment try: an allow-list, filled by every adapter. Never a full card number, a name or an
// address. Pure.
import { type Wallet, wallets } from '../../../contract/wallets.ts';

/** Each field is null when the gateway does not return it. */
export type PaymentTry = {
  /** Display name: Visa, Mastercard. */
  cardBrand: string | null;
  /** The last four digits of the card number. */
  cardLast4: string | null;
  /** The wallet that gave the card; null also for a typed card. */
  cardWallet: Wallet | null;
  /** The gateway's code of a failed try; else null. */
  declineCode: string | null;
  /** The gateway's transaction ID. */
  transactionId: string | null;
};

type WireTry = {
  brand?: string | undefined;
  /** Masked or not: only the last four digits are read. */
  cardNumber?: string | undefined;
  wallet?: string | undefined;
  declineCode?: string | undefined;
  transactionId?: string | undefined;
};

/** The allowed facts of a try; null when all are missing. */
export function parsePaymentTry(wire: WireTry): PaymentTry | null {
  const facts = {
    cardBrand: parseBrand(wire.brand),
    cardLast4: wire.cardNumber?.trim().match(/([0-9]{4})$/)?.[1] ?? null,
    cardWallet: wallets.find((name) => name === wire.wallet?.trim().toLowerCase()) ?? null,
    declineCode: wire.declineCode?.trim().match(/^[A-Za-z][\w.-]{0,59}$/)?.[0] ?? null,
    transactionId: wire.transactionId?.trim().match(/^[\x21-\x7e]{1,100}$/)?.[0] ?? null,
  };
  return Object.values(facts).some((fact) => fact !== null) ? facts : null;
}

const brandNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['americanexpress', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['dinersclub', 'Diners Club'],
  ['jcb', 'JCB'],
  ['maestro', 'Maestro'],
  ['unionpay', 'UnionPay'],
  ['elo', 'Elo'],
  ['hipercard', 'Hipercard'],
]);

// Letters only, so that a number never passes as a brand.
function parseBrand(word = ''): string | null {
  const plain = word.trim();
  if (!/^[A-Za-z][A-Za-z _-]{1,29}$/.test(plain) || /^unknown$/i.test(plain)) return null;
  return brandNames.get(plain.toLowerCase().replace(/[ _-]/g, '')) ?? plain;
}
