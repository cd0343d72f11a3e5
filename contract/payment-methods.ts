// Calls of the payment methods: which are on, for whom, with which keys. A variable of the environment wins over saved keys.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { gateways, paymentMethods as methodNames } from './gateways.ts';
import { languages } from './languages.ts';
import { longestMethodTitle } from './payment-method-rules.ts';
import { codedMessage } from './shared-schemas.ts';

const byMethod = z.object({ method: z.enum(methodNames) });
const byGateway = z.object({ method: z.enum(gateways) });
const countryCode = z.string().regex(/^[A-Z]{2}$/);
/** Empty or missing: the store's own title. */
const titles = z.partialRecord(z.enum(languages), z.string().trim().max(longestMethodTitle));
/** Dollars with at most two decimals; null: no limit. */
const limit = z.number().positive().max(1_000_000).nullable();

const method = z.object({
  method: z.enum(methodNames),
  is_on: z.boolean(),
  titles,
  minimum: limit,
  maximum: limit,
  hidden_countries: z.array(countryCode),
  /** Null: none. sandbox: the built-in gateway. `values`: secrets are masked; `unreadable`: they have to be entered again. */
  keys: z
    .object({
      set_by: z.enum(['environment', 'settings', 'sandbox']),
      values: z.record(z.string(), z.string()),
      unreadable: z.boolean(),
    })
    .nullable(),
  /** Of the present keys; of `manual`, whether its instructions are saved. */
  test: z.enum(['none', 'passed', 'failed']),
  tested_at: z.string().nullable(),
  last_notification_at: z.string().nullable(),
  /** False: the gateway does not answer, and is hidden from new payments while another method answers. */
  is_healthy: z.boolean(),
});

/** `methods`: in the order of the checkout. `is_open`: at least one is on; without one the store takes no orders. */
const paymentMethods = z.object({ methods: z.array(method), webhook_url: z.string(), is_open: z.boolean() });

/**
 * In the order of the checkout; one that is hidden from the caller, or whose limits exclude the amount, is left out. Without
 * `method`, `init-session` uses the first card method.
 */
export const listOfferedMethods = endpoint('GET /api/bigpay/methods', {
  access: 'public',
  summary: 'Lists the payment methods for an order of this amount.',
  /** Dollars. `orderId`: also one that is hidden now, and whose form this order has open. */
  input: {
    query: z.object({ amount: z.coerce.number().min(0).max(1_000_000), orderId: z.string().max(100).optional() }),
  },
  output: z.object({ methods: z.array(z.object({ method: z.enum(methodNames), titles })) }),
  limit: 'read_order',
});

export const listPaymentMethods = endpoint('GET /api/admin/payment-methods', {
  role: 'owner',
  summary: 'Lists the payment methods with their state, with masked secrets.',
  output: paymentMethods,
});

/** `position`: from 0; the other methods keep their order. Throws conflict for a method that is turned on untested. */
export const savePaymentMethod = endpoint('PUT /api/admin/payment-methods/{method}', {
  role: 'owner',
  stepUp: { when: 'the method is turned on' },
  summary: 'Saves who gets a payment method, and its place in the checkout.',
  input: {
    params: byMethod,
    body: z.object({
      is_on: z.boolean(),
      titles,
      minimum: limit,
      maximum: limit,
      hidden_countries: z.array(countryCode).max(250),
      position: z.number().int().min(0).max(20).optional(),
    }),
  },
  output: paymentMethods,
  errors: ['invalid_input', 'conflict'],
});

/** Without it, the saved secret stays, for the same address only. */
const key = z.string().trim().max(500).optional();

/**
 * Keys of another gateway are ignored. Keys of a method that is on are tested first, and saved after a success only. Throws
 * conflict where a variable of the environment is set, or the test failed.
 */
export const savePaymentMethodKeys = endpoint('PUT /api/admin/payment-methods/{method}/keys', {
  role: 'owner',
  stepUp: true,
  summary: 'Saves the keys of a payment gateway.',
  input: {
    params: byGateway,
    body: z.object({
      base_url: key,
      merchant_id: key,
      api_password: key,
      publishable_key: key,
      secret_key: key,
      webhook_secret: key,
    }),
  },
  output: paymentMethods,
  errors: ['invalid_input', 'conflict'],
});

/** Nothing happens where nothing is saved. Throws conflict where a variable of the environment is set. */
export const removePaymentMethodKeys = endpoint('DELETE /api/admin/payment-methods/{method}/keys', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes the saved keys of a payment gateway.',
  input: { params: byGateway },
  output: paymentMethods,
  errors: ['conflict'],
});

/** Takes up to 10 seconds. `problem`: why it failed; null after a success. Throws conflict without keys. */
export const testPaymentMethod = endpoint('POST /api/admin/payment-methods/{method}/test', {
  role: 'owner',
  stepUp: { neverBecause: 'it only reads from the gateway' },
  summary: 'Tests the keys of a payment gateway by a call that costs nothing.',
  input: { params: byGateway },
  output: z.object({ problem: z.string().nullable(), problem_coded: codedMessage.optional() }),
  errors: ['conflict'],
});
