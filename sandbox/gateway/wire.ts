// Error bodies of the gateway, and the validation of single request fields. Independent of orders.
import { CallRefusal } from '../http.ts';

export type Fields = Record<string, unknown>;

interface RefusalDetails {
  cause?: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED';
  field?: string;
  validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED';
}

export function gatewayRefusal(status: number, explanation: string, details: RefusalDetails = {}): CallRefusal {
  const error = { cause: 'INVALID_REQUEST', explanation, ...details };
  return new CallRefusal(status, explanation, { error, result: 'ERROR' });
}

export const invalidRequest = (explanation: string) => gatewayRefusal(400, explanation);

export function invalidField(field: string, value: unknown, reason: string): CallRefusal {
  const explanation = `Value '${String(value).slice(0, 60)}' is invalid. ${reason}`;
  return gatewayRefusal(400, explanation, { field, validationType: 'INVALID' });
}

export const missingField = (field: string) =>
  gatewayRefusal(400, `Missing parameter '${field}'`, { field, validationType: 'MISSING' });

export function readFields(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Falls through to the same error.
  }
  throw invalidRequest('Unable to parse the request body as a JSON object.');
}

/** A part such as `order` of `order.amount`; a missing part becomes an empty object. */
export function readPart(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (value === undefined) return {};
  if (!isFields(value)) throw invalidField(name, value, 'It must be an object.');
  return value;
}

export function readText(fields: Fields, path: string, limits: { max: number; required?: boolean; pattern?: RegExp }) {
  const value = fields[path.slice(path.lastIndexOf('.') + 1)];
  if (value === undefined || value === null) {
    if (limits.required) throw missingField(path);
    return undefined;
  }
  if (typeof value !== 'string') throw invalidField(path, value, 'It must be a string.');
  if (value.length < 1 || value.length > limits.max) {
    throw invalidField(path, value, `The length must be between 1 and ${limits.max} characters.`);
  }
  if (limits.pattern && !limits.pattern.test(value)) throw invalidField(path, value, 'The format is wrong.');
  return value;
}

export function requireText(fields: Fields, path: string, limits: { max: number; pattern?: RegExp }): string {
  const value = readText(fields, path, { ...limits, required: true });
  if (value === undefined) throw missingField(path);
  return value;
}

/** Parses "30.00" (1-14 characters, greater than zero) to cents. */
export function requireAmountCents(fields: Fields, path: string): number {
  const text = requireText(fields, path, { max: 14, pattern: /^\d{1,11}(\.\d{1,2})?$/ });
  const amountCents = toCents(text);
  if (amountCents <= 0) throw invalidField(path, text, 'The amount must be greater than zero.');
  return amountCents;
}

export const requireCurrency = (fields: Fields, path: string) =>
  requireText(fields, path, { max: 3, pattern: /^[A-Z]{3}$/ });

export function readUrl(fields: Fields, path: string): string | undefined {
  const value = readText(fields, path, { max: 1024 });
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw invalidField(path, value, 'It must be an absolute URL.');
  }
  return value;
}

export function refuseUnknown(fields: Fields, path: string, known: string): void {
  const names = known.split(' ');
  for (const name of Object.keys(fields)) {
    if (names.includes(name)) continue;
    const field = path === '' ? name : `${path}.${name}`;
    throw gatewayRefusal(400, `Unexpected parameter '${field}'`, { field, validationType: 'UNSUPPORTED' });
  }
}

export function toCents(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
