// The texts of the messages of the server in English, by code. `store-messages.ts` describes the parameters.
import { errors } from '../errors.ts';
import { reasonTexts } from '../refusal-reasons.ts';
import { alertTexts } from './en-alerts.ts';
import { connectionTexts } from './en-connections.ts';
import { deliveryTexts } from './en-delivery.ts';
import { gatewayTexts } from './en-gateways.ts';
import { itemTexts } from './en-items.ts';
import { paymentTexts } from './en-payments.ts';
import { refusalTexts } from './en-refusals.ts';
import { settingsTexts } from './en-settings.ts';
import { transferTexts } from './en-transfers.ts';

type ErrorTexts = { readonly [C in keyof typeof errors]: string };
const errorTexts = Object.fromEntries(
  Object.entries(errors).map(([code, { message }]) => [code, message]),
) as ErrorTexts;

/** Sent as `reason`, beside the code of the error. */
export const englishReasons = {
  ...(reasonTexts as { readonly [R in keyof typeof reasonTexts]: string }),
  ...paymentTexts,
  ...refusalTexts,
  ...settingsTexts,
  ...transferTexts,
  ...connectionTexts,
  ...gatewayTexts,
  ...alertTexts,
  ...itemTexts,
  ...deliveryTexts,
};

export const englishTexts = { ...errorTexts, ...englishReasons };
export type EnglishTexts = typeof englishTexts;
