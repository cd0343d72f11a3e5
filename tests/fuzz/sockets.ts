// Websockets that do not keep to what pages say: each must be ended with a code, or answered as the contract has it.
import { WebSocket } from 'ws';
import { largestMessageBytes, liveClose, livePath, readLive } from '../../contract/live.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { oddText, oddValue, writeJson } from './edge-values.ts';

const patienceMs = 15_000;
const codes: readonly number[] = Object.values(liveClose);

/** What one page sends, one message after the other. */
function messagesOf(random: Random, token: string): (string | Buffer)[] {
  const auth = JSON.stringify({ type: 'auth', token });
  const odd = (): string | Buffer =>
    random.pick<() => string | Buffer>([
      () => oddText(random),
      () => writeJson(oddValue(random)),
      () => writeJson({ type: oddValue(random), token: oddValue(random) }),
      () => writeJson({ type: 'auth', token: oddValue(random) }),
      () => Buffer.from([0, 255, 192, 128]),
      () => 'x'.repeat(largestMessageBytes + 1),
      () => '{"__proto__":{"type":"beat"}}',
    ])();
  return random.chance(0.5) ? [auth, '{"type":"beat"}', odd()] : [odd(), auth];
}

/** One line for each socket that was left open, or ended in another way than the contract has. */
export async function faultsOfSockets(url: string, token: string, seed: number, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const random = createRandom(seed, -1 - number);
    const messages = messagesOf(random, token);
    const { code, received } = await liveOne(`${url.replace('http', 'ws')}${livePath}`, messages);
    const description = `${JSON.stringify(messages.map(String)).slice(0, 300)} ended with ${code}`;
    // 1007: text that is none, by the protocol itself.
    if (!codes.includes(code) && code !== 1007) found.push(description);
    if (received.some((text) => readLive(text) === null)) found.push(`${description}, and heard ${received.join()}`);
  }
  return found;
}

async function liveOne(
  url: string,
  messages: readonly (string | Buffer)[],
): Promise<{ code: number; received: string[] }> {
  const socket = new WebSocket(url);
  const received: string[] = [];
  return new Promise((resolve) => {
    const end = (code: number) => {
      clearTimeout(timer);
      socket.terminate();
      resolve({ code, received });
    };
    const timer = setTimeout(() => end(0), patienceMs);
    socket.on('message', (data) => received.push(String(data)));
    socket.on('error', () => {});
    socket.on('close', end);
    socket.on('open', () => {
      for (const message of messages) socket.send(message);
    });
  });
}
