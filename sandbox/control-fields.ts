// Parses control requests. An unknown kind or operation is rejected, so that a typo cannot make a test pass.
import { CallRefusal } from './http.ts';
import type { Rule } from './rules.ts';

export type ControlFields = Record<string, unknown>;

const DELAY_LIMIT_MS = 60_000;

export function readRule(fields: ControlFields, kinds: string[], operations: readonly string[]): Omit<Rule, 'id'> {
  const kind = readText(fields, 'kind') ?? '';
  if (!kinds.includes(kind)) throw new CallRefusal(400, `kind is one of: ${kinds.join(', ')}`);
  const operation = readText(fields, 'operation');
  if (operation !== undefined && !operations.includes(operation)) {
    throw new CallRefusal(400, `operation is one of: ${operations.join(', ')}`);
  }
  const times = readNumber(fields, 'times') ?? 1;
  const delayMs = readNumber(fields, 'delayMs');
  return {
    kind,
    left: times === 0 ? null : times,
    operation,
    orderId: readText(fields, 'orderId'),
    delayMs: delayMs === undefined ? undefined : Math.min(delayMs, DELAY_LIMIT_MS),
    status: readNumber(fields, 'status'),
    amount: readAmount(fields),
    currency: readText(fields, 'currency'),
    result: readText(fields, 'result'),
    looks: readNumber(fields, 'looks'),
    copies: readNumber(fields, 'copies'),
    text: readText(fields, 'text'),
    field: readText(fields, 'field'),
    required: fields.required === true ? true : undefined,
  };
}

function readAmount(fields: ControlFields): string | undefined {
  const amount = readText(fields, 'amount');
  if (amount !== undefined && !/^\d{1,11}(\.\d{1,2})?$/.test(amount)) {
    throw new CallRefusal(400, 'amount is a text such as "0.01"');
  }
  return amount;
}

export function readText(fields: ControlFields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new CallRefusal(400, `${name} must be a text`);
}

export function readNumber(fields: ControlFields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) throw new CallRefusal(400, `${name} must be a number, zero or more`);
  return number;
}
