// Input that fits a call: made from the call's own schema, with what this store knows of where the schema cannot tell.
import { z } from 'zod';
import type { Random } from '../../server/demo/random.ts';
import type { Known } from './known.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Maker = { random: Random; known: Known };

/** Makes a value that fits; undefined for a part that the call does not have. */
export type Fitting = (schema: z.ZodType | undefined, maker: Maker) => unknown;

export function createFitting(): Fitting {
  const read = new Map<z.ZodType, Schema>();
  return (schema, maker) => {
    if (!schema) return undefined;
    const known = read.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    read.set(schema, known);
    return made(known, '', maker);
  };
}

function made(schema: Schema | boolean, name: string, maker: Maker): unknown {
  if (typeof schema === 'boolean') return {};
  const { random } = maker;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return made(random.pick(choices), name, maker);
  const { type } = schema;
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'object':
      return objectOf(schema, maker);
    case 'array':
      return listOf(schema, name, maker);
    case 'string':
      return textOf(schema, name, maker);
    case 'number':
    case 'integer':
      return numberOf(schema, name, maker);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return {};
  }
}

function objectOf(schema: Schema, maker: Maker): object {
  const { random } = maker;
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => needed.has(name) || random.chance(0.6));
  const entries = fields.map(([name, inner]) => [name, made(inner, name, maker)] as const);
  const { propertyNames: names, additionalProperties: rest } = schema;
  if (typeof names !== 'object' || typeof rest !== 'object') return Object.fromEntries(entries);
  const keys = (names.enum ?? ['a']).map(String).filter(() => random.chance(0.3));
  return Object.fromEntries([...entries, ...keys.map((key) => [key, made(rest, key, maker)] as const)]);
}

function listOf({ items = true, minItems = 0, maxItems = 5 }: Schema, name: string, maker: Maker): unknown[] {
  const inner = Array.isArray(items) ? (items[0] ?? true) : items;
  const length = maker.random.whole(minItems, Math.min(maxItems, minItems + 4));
  return Array.from({ length }, () => made(inner, name.replace(/s$/, ''), maker));
}

function textOf({ format, pattern, minLength = 0, maxLength }: Schema, name: string, { random, known }: Maker): string {
  if (format === 'uuid') return known.idOf('uuid', random) ?? random.uuid();
  if (format === 'date') return `202${random.whole(4, 7)}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`;
  if (format === 'date-time') return `202${random.whole(4, 7)}-0${random.whole(1, 9)}-11T10:20:30Z`;
  const usual = known.textFor(name, random);
  if (usual !== null && (pattern === undefined || new RegExp(pattern, 'u').test(usual))) return usual;
  if (pattern !== undefined) return String(random.whole(1, 99_999));
  const letters = 'abcdefghij KLMNO 0123456789-.éã';
  return random.text(letters, Math.max(minLength, Math.min(maxLength ?? 40, random.whole(1, 40))));
}

function numberOf(schema: Schema, name: string, { random }: Maker): number {
  const { minimum = 0, maximum = 1_000_000 } = schema;
  if (name === 'quantity') return random.pick([500, 1_000, 5_000]);
  if (name === 'limit') return random.whole(1, 5);
  if (name === 'days') return random.pick([7, 30, 90, 365]);
  const most = Math.min(maximum, minimum + 1_000);
  return schema.type === 'integer' || random.chance(0.5)
    ? random.whole(Math.ceil(minimum), Math.floor(most))
    : Math.round(random.fraction() * most * 100) / 100;
}
