import { startProcess } from '../tests/world/process.ts';
import { putLoad } from './http-load.ts';
import { quantileOf } from './median.ts';
import { cpuSecondsOf, familyCpuSecondsOf } from './process-usage.ts';
import { orderQuestions, visitQuestions } from './visitor-questions.ts';
export async function run(args: string[]): Promise<boolean> {
  const [what = 'visit', rate = '0', prof = 'no'] = args;
  const store = await startProcess({ env: {
    JWT_SECRET: 'a secret of the bench, for two processes', SECRETS_KEY: 'a key of the bench, for two processes',
    TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '100', LOG_LEVEL: 'error',
    ...(prof === 'yes' ? { NODE_OPTIONS: '--import /tmp/profiler.mjs' } : {}),
  } });
  const q = what === 'visit' ? visitQuestions(store.url) : orderQuestions(store.url);
  const per = Number(rate) ? { perSecond: Number(rate) } : {};
  const pid = await store.databasePid();
  await putLoad({ url: store.url, connections: what === 'visit' ? 64 : 32, forMs: 3000, ...per, next: q.next });
  const a = [await cpuSecondsOf(store.pid()), await familyCpuSecondsOf(pid)] as const;
  const l = await putLoad({ url: store.url, connections: what === 'visit' ? 64 : 32, forMs: 10000, ...per, next: q.next });
  const b = [await cpuSecondsOf(store.pid()), await familyCpuSecondsOf(pid)] as const;
  console.log(what, Math.round(l.perSecond), '/s refused', l.refused, 'p50', quantileOf(l.latenciesMs, .5).toFixed(1), 'p99', quantileOf(l.latenciesMs, .99).toFixed(1),
    'store ms each', ((b[0]-a[0])*1000/l.answers).toFixed(3), 'db ms each', ((b[1]-a[1])*1000/l.answers).toFixed(3));
  await store.stop();
  await store.close();
  return true;
}
