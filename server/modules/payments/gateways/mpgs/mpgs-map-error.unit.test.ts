import { describe, expect, it } from 'vitest';
import { isUnknownOrder, toRefusal } from './mpgs-map.ts';
import { wireError } from './mpgs-wire-types.ts';

const errorOf = (error: object) => wireError.parse({ result: 'ERROR', error });

describe('an error', () => {
  const unknown = { cause: 'INVALID_REQUEST', explanation: "Unable to find order 'K7M2-1' for merchant 'M1'" };

  it.each([
    [400, unknown],
    [404, unknown],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Order not found.' }],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Value is invalid.', field: 'order.id' }],
  ])('%s %j means that there is no such order', (httpStatus, error) => {
    expect(isUnknownOrder(httpStatus, errorOf(error))).toBe(true);
  });

  it.each([
    [401, { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' }],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' }],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.', field: 'order.id' }],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Merchant may not retrieve an order.' }],
    [400, { cause: 'INVALID_REQUEST', explanation: 'Version not found.' }],
    [400, { cause: 'INVALID_REQUEST' }],
    [400, { ...unknown, cause: 'REQUEST_REJECTED' }],
    [500, unknown],
    [200, unknown],
  ])('%s %j does not mean that there is no such order', (httpStatus, error) => {
    expect(isUnknownOrder(httpStatus, errorOf(error))).toBe(false);
  });

  it('a 404 without the gateway’s words does not mean that there is no such order', () => {
    expect(isUnknownOrder(404, null)).toBe(false);
  });

  it.each([
    [400, { cause: 'INVALID_REQUEST' }, 'refused'],
    [401, { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' }, 'refused'],
    [403, { cause: 'REQUEST_REJECTED' }, 'refused'],
    [429, { cause: 'REQUEST_REJECTED' }, 'unavailable'],
    [500, { cause: 'SERVER_FAILED' }, 'unavailable'],
    [503, { cause: 'SERVER_BUSY' }, 'unavailable'],
    [400, { cause: 'SERVER_BUSY' }, 'unavailable'],
    [200, { cause: 'SERVER_FAILED' }, 'unavailable'],
  ])('%s %j means %s', (httpStatus, error, fault) => {
    expect(toRefusal(httpStatus, errorOf(error)).fault).toBe(fault);
  });

  it('says which field was wrong, and repeats no value of the payer', () => {
    const failure = toRefusal(
      400,
      errorOf({
        cause: 'INVALID_REQUEST',
        explanation: "Value 'buyer@example.com' is invalid.",
        field: 'customer.email',
        validationType: 'INVALID',
      }),
    );
    expect(failure.message).toBe('The gateway answered 400: INVALID_REQUEST, customer.email, INVALID.');
  });
});
