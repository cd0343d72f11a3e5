// The texts of the messages of the server in English, by code. `store-messages.ts` describes the parameters.
import { errors } from '../errors.ts';
import { reasonTexts } from '../refusal-reasons.ts';
import { accountTexts } from './en-accounts.ts';
import { paymentTexts } from './en-payments.ts';

type ErrorTexts = { readonly [C in keyof typeof errors]: string };
const errorTexts = Object.fromEntries(
  Object.entries(errors).map(([code, { message }]) => [code, message]),
) as ErrorTexts;

export const englishTexts = {
  ...errorTexts,
  ...(reasonTexts as { readonly [R in keyof typeof reasonTexts]: string }),
  ...paymentTexts,
  ...accountTexts,
};
export type EnglishTexts = typeof englishTexts;
