// JSON schemas of the API document: shapes of the contract under their names, and everything else inline.
import { z } from 'zod';
import { contactMessage, contactReply } from '../../contract/contact.ts';
import { adminProviderOrder, providerOrder } from '../../contract/fulfilment.ts';
import { endpoints } from '../../contract/index.ts';
import {
  category,
  order,
  orderDelivery,
  orderStatus,
  paymentStatus,
  publicOrder,
  trackedOrder,
} from '../../contract/orders.ts';
import { refund } from '../../contract/payments.ts';
import { success } from '../../contract/shared-schemas.ts';
import { webhookEvent } from '../../contract/webhooks.ts';

type Json = Record<string, unknown>;

const named: Record<string, z.ZodType> = {
  Admin: endpoints.addAdmin.output,
  AdminProviderOrder: adminProviderOrder,
  ApiKey: endpoints.revokeApiKey.output,
  Category: category,
  ContactMessage: contactMessage,
  ContactReply: contactReply,
  Email: endpoints.resendMail.output,
  Launch: endpoints.getLaunch.output,
  Order: order,
  OrderDelivery: orderDelivery,
  OrderStatus: orderStatus,
  OrderView: endpoints.saveOrderView.output,
  Passkey: endpoints.addPasskey.output,
  PaymentStatus: paymentStatus,
  Provider: endpoints.addProvider.output,
  ProviderOrder: providerOrder,
  ProviderSettings: endpoints.getProviderSettings.output,
  PublicOrder: publicOrder,
  Refund: refund,
  Success: success,
  StoreSettings: endpoints.getStoreSettings.output,
  TrackedOrder: trackedOrder,
  Webhook: endpoints.listWebhooks.output.element,
  WebhookDelivery: endpoints.testWebhook.output,
  WebhookEvent: webhookEvent,
};

const names = new Map(Object.entries(named).map(([name, type]) => [type, name]));
const registry = z.registry<{ id: string }>();
for (const [name, type] of Object.entries(named)) registry.add(type, { id: name });

const toReference = (name: string) => `#/components/schemas/${name}`;

const options = { unrepresentable: 'any', override: simplify } as const;

/** Every named schema, by its name. */
export function namedSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, { uri: toReference, ...options });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));
}

/** The schema of a response; a named shape is a reference. */
export function outputSchema(type: z.ZodType): Json {
  const name = names.get(type);
  if (name) return { $ref: toReference(name) };
  const { $defs: _, ...schema } = plain(z.toJSONSchema(type, { ...options, metadata: registry }));
  return withReferences(schema) as Json;
}

/** The schema of parameters or a body: what a client sends differs from what is returned, so nothing is a reference. */
export function inputSchema(type: z.ZodType): Json {
  return requireNonEmpty(plain(z.toJSONSchema(type, { ...options, io: 'input' })));
}

/** An empty default gives a missing value the refusal of an empty one: clients must send it. */
function requireNonEmpty(schema: Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const needed = properties.filter(([, { default: first }]) => Array.isArray(first) || first === '');
  for (const [, property] of needed) delete property.default;
  if (needed.length === 0) return schema;
  const required = [...((schema.required ?? []) as string[]), ...needed.map(([name]) => name)];
  return { ...schema, required };
}

/**
 * A format needs no pattern beside it. A record of known keys becomes an object with these properties: strict linters require
 * a schema of each required one.
 */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  const { propertyNames, additionalProperties, required } = jsonSchema;
  if (typeof propertyNames !== 'object' || !propertyNames.enum || !required || !additionalProperties) return;
  jsonSchema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  jsonSchema.additionalProperties = false;
  delete jsonSchema.propertyNames;
}

function plain({ $schema: _, $id: __, id: ___, ...schema }: Json): Json {
  return schema;
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? toReference(inner.replace('#/$defs/', '')) : withReferences(inner),
    ]),
  );
}
