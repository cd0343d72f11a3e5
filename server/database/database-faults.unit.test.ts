import { describe, expect, test } from 'vitest';
import { isCommonFault, isConnectionLoss, toDatabaseFault } from './database-faults.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('an error'), { code, ...more });
/** As the query builder throws it. */
const wrapped = (cause: unknown) => new Error('Failed query: select 1', { cause });

describe('a repeat later makes sense', () => {
  test.each([
    ['08006', 'unreachable'],
    ['08P01', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P02', 'unreachable'],
    ['57P03', 'unreachable'],
    ['57P05', 'unreachable'],
    ['25006', 'read_only'],
    ['53100', 'disk_full'],
    ['53300', 'out_of_connections'],
    ['53200', 'server_error'],
    ['53000', 'server_error'],
    ['58030', 'server_error'],
    ['58P01', 'server_error'],
    ['XX000', 'server_error'],
    ['XX001', 'server_error'],
    ['53400', 'busy'],
    ['57014', 'busy'],
    ['55P03', 'busy'],
    ['25P03', 'busy'],
    ['25P04', 'busy'],
    ['40003', 'busy'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['26000', 'conflict'],
  ])('after SQLSTATE %s: %s', (code, fault) => {
    expect(toDatabaseFault(coded(code))).toBe(fault);
    expect(toDatabaseFault(wrapped(coded(code)))).toBe(fault);
    expect(isConnectionLoss(coded(code))).toBe(true);
  });

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Connection ended unexpectedly',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'The server does not support SSL connections',
    'Received unexpected dataRow message from backend.',
    'received invalid response: 4a',
    'cached plan must not change result type',
  ])('after the error without a code: %s', (message) => {
    expect(toDatabaseFault(new Error(message))).not.toBeNull();
    expect(toDatabaseFault(wrapped(new Error(message)))).not.toBeNull();
  });

  test.each([
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('after the socket failed with %s', (code) => expect(toDatabaseFault(wrapped(coded(code)))).toBe('unreachable'));

  test.each(['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'after the stream failed with %s',
    (code) => expect(toDatabaseFault(coded(code))).toBe('unreachable'),
  );

  test('after every address of the server refused, with or without a code of their own', () => {
    expect(toDatabaseFault(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]))).toBe('unreachable');
    expect(toDatabaseFault(wrapped(new AggregateError([new Error('odd'), coded('ECONNREFUSED')])))).toBe('unreachable');
  });

  test('after the server found its file system read-only, which it reports as a missing privilege', () => {
    expect(toDatabaseFault(coded('42501', { file: 'md.c' }))).toBe('server_error');
    expect(toDatabaseFault(coded('42501', { file: 'aclchk.c' }))).toBeNull();
  });

  test('after the server refused a session, whatever its reason', () => {
    expect(toDatabaseFault(coded('55000', { file: 'postinit.c' }))).toBe('unreachable');
    expect(toDatabaseFault(coded('53300', { file: 'postinit.c' }))).toBe('out_of_connections');
    expect(toDatabaseFault(coded('55000', { file: 'sequence.c' }))).toBeNull();
  });

  test.each([
    ['missing', 'ENOENT'],
    ['full of attempts that a frozen server does not accept', 'EAGAIN'],
  ])('after the socket file of the server was %s, but not after any other file was', (_, code) => {
    expect(toDatabaseFault(coded(code, { syscall: 'connect' }))).toBe('unreachable');
    expect(toDatabaseFault(coded(code, { syscall: 'open' }))).toBeNull();
  });
});

test('a bug of the store stays one', () => {
  for (const code of [
    '23505',
    '23514',
    '22P02',
    '42601',
    '42703',
    '42P01',
    '42883',
    '25P02',
    '0A000',
    'ERR_INVALID_ARG_TYPE',
  ])
    expect(toDatabaseFault(coded(code)), code).toBeNull();
  for (const error of [new TypeError('x is undefined'), new Error('A claim lost its order.'), 'text', null, undefined])
    expect(toDatabaseFault(error)).toBeNull();
});

test('a batch runs again one by one where the fault may be due to one of its calls', () => {
  expect(isCommonFault(coded('53100'))).toBe(true);
  expect(isCommonFault(coded('57014'))).toBe(true);
  expect(isCommonFault(coded('40P01'))).toBe(false);
  expect(isCommonFault(coded('XX001'))).toBe(false);
  expect(isCommonFault(coded('23505'))).toBe(false);
});
