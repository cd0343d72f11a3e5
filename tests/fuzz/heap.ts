// How much is in use in this process once everything is collected that nobody holds.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  // What is let go in a later turn is collected in a later one.
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
