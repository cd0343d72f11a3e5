import compileSerializer, { type Schema } from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { addressKey } from '../request-context.ts';
import { getResponseSchema, readAddress } from './route.ts';

// A route compiles its serializer at its first response. Without this test a schema that cannot be compiled fails there.
test.each(Object.entries(endpoints))('the response schema of %s compiles to a serializer', (_, endpoint) => {
  expect(compileSerializer(getResponseSchema(endpoint) as Schema)).toBeTypeOf('function');
});

test('a caller who has hung up has no address, and counts as one that is unknown', () => {
  expect(addressKey(readAddress({ ip: undefined }))).toBe('unknown');
});
