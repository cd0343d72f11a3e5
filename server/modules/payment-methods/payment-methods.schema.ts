// Table of the payment methods.
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { type PaymentMethod, paymentMethods } from '../../../contract/gateways.ts';
import type { Language } from '../../../contract/languages.ts';
import type { GatewayKeyName } from '../../../contract/payment-method-rules.ts';
import type { TransferSettings } from '../../../contract/transfer-settings.ts';
import { at, sqlList } from '../../database/columns.ts';

/** No row: the gateway of PAYMENT_GATEWAY is on, and no keys are saved. */
export const paymentMethodSettings = pgTable(
  'payment_methods',
  {
    method: text('method').$type<PaymentMethod>().primaryKey(),
    /** Null: nobody turned it on or off, as without a row. */
    isOn: boolean('is_on'),
    /** Null: in the order of the contract, behind those with a position. */
    position: smallint('position'),
    titles: jsonb('titles').$type<Partial<Record<Language, string>>>().notNull().default({}),
    minCents: integer('min_cents'),
    maxCents: integer('max_cents'),
    currency: text('currency').notNull().default('USD'),
    /** ISO 3166-1 codes. */
    hiddenCountries: text('hidden_countries').array().notNull().default([]),
    /** Keys that are no secrets; null: none are saved. */
    keys: jsonb('keys').$type<Partial<Record<GatewayKeyName, string>>>(),
    /** Each encrypted for the address of the gateway that it was saved for. */
    secrets: jsonb('secrets').$type<Partial<Record<GatewayKeyName, string>>>().notNull().default({}),
    /** The last test, with a fingerprint of the tested keys. */
    testedAt: at('tested_at'),
    testFailed: boolean('test_failed').notNull().default(false),
    testedKeys: text('tested_keys'),
    /** Of `manual`: instructions, days and Pix. Null: not set. */
    transfer: jsonb('transfer').$type<TransferSettings>(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('payment_methods_method', sql`${t.method} in (${sqlList(paymentMethods)})`),
    check('payment_methods_limits', sql`${t.minCents} > 0 and ${t.maxCents} > 0 and ${t.minCents} <= ${t.maxCents}`),
    check('payment_methods_countries', sql`cardinality(${t.hiddenCountries}) <= 250`),
  ],
);
