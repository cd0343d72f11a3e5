import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { watchRequestRate } from './request-rate.ts';

afterEach(() => vi.useRealTimers());

test('is true from the fifth request within a second until a second has passed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const server = fastify();
  const isServing = watchRequestRate(server);
  server.get('/', async () => 'ok');
  for (let requests = 1; requests <= 4; requests += 1) await server.inject('/');
  expect(isServing()).toBe(false);
  await server.inject('/');
  expect(isServing()).toBe(true);
  vi.advanceTimersByTime(999);
  expect(isServing()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isServing()).toBe(false);
  await server.inject('/');
  expect(isServing()).toBe(false);
});
