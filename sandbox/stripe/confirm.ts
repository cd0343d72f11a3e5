// What Stripe's library does when a payer confirms: with a card, or with a wallet of the device. No HTTP, no disk.
import { type CardResult, findCard } from './cards.ts';
import type { StripeObject, StripeObjects, Wallet } from './objects.ts';

export interface Confirmed {
  wallet?: Wallet;
  card?: string;
  /** The answer to the step of the bank. */
  challenge?: string;
}

export type ConfirmAnswer =
  | { returnUrl: unknown }
  | { next: 'challenge' }
  | { error: { code: string | null; message: string } };

interface ConfirmOptions {
  /** What the card in the wallet does. */
  walletCard?: CardResult | undefined;
  /** Another amount or currency than that of the session. */
  change?: { amount?: number; currency?: string };
  /** A payment has no result before `finish`. */
  isInDoubt?: boolean;
}

/** `result`: null where nothing was done. */
export function confirmPayment(
  objects: StripeObjects,
  session: StripeObject,
  { wallet, card: number = '', challenge }: Confirmed,
  { walletCard = 'succeeds', change = {}, isInDoubt = false }: ConfirmOptions = {},
): { answer: ConfirmAnswer; result: CardResult | null } {
  const typed = findCard(number);
  const { card, reason } = wallet ? {} : typed;
  const result = wallet ? walletCard : typed.result;
  if (session.status !== 'open') {
    return { result: null, answer: { error: { code: null, message: 'The session is no longer open.' } } };
  }
  if (result === 'requires_action' && challenge === undefined) return { result: null, answer: { next: 'challenge' } };
  if (result === 'declines' || challenge === 'fail') {
    const isUnproven = challenge === 'fail';
    objects.decline(session, { wallet, card, reason: isUnproven ? 'authentication_required' : reason });
    return { result: 'declines', answer: { error: { code: 'paymentFailed', message: 'Your card was declined.' } } };
  }
  if (result === 'processing' || isInDoubt) objects.process(session, { wallet, card });
  else objects.pay(session, { ...change, wallet, card });
  return { result, answer: { returnUrl: session.return_url } };
}
