// Lighthouse on one page: its four scores, and which audits cost points. Fetched by npx in a pinned version and kept out
// of the lockfile, because one of its packages depends on the `latest` of others, which no lockfile can pin.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The last one that runs on Node 20. */
const lighthouse = 'lighthouse@12.8.2';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Scores = Record<(typeof categories)[number], number> & { failed: string[] };

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};

/** Mobile, with the browser's own throttling: the simulated one flatters a page that is served from beside it. */
export async function lighthouseOf(url: string, chromePath: string): Promise<Scores> {
  const dir = await mkdtemp(join(tmpdir(), 'applaud-lighthouse-'));
  const output = join(dir, 'report.json');
  // As root, Chromium runs without its sandbox or not at all.
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const args = [
    ...['--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${output}`],
    ...['--ignore-status-code', '--throttling-method=devtools', `--only-categories=${categories.join(',')}`],
    `--chrome-flags=--headless=new --disable-background-networking --disable-component-update${sandbox}`,
  ];
  try {
    const env = { ...process.env, CHROME_PATH: chromePath };
    await promisify(execFile)('npx', args, { env, cwd: dir, timeout: 180_000, shell: process.platform === 'win32' });
    return scoresOf(JSON.parse(await readFile(output, 'utf8')) as Report);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function scoresOf({ categories: found, audits }: Report): Scores {
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
  ) as Record<(typeof categories)[number], number>;
  const weighty = categories.flatMap((name) => found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  const failed = weighty.flatMap(({ id }) => {
    const audit = audits[id];
    // Scores of speed are rarely whole; only what is clearly less is worth a line.
    if (!audit || audit.score === null || audit.score >= 0.98) return [];
    return [`${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`];
  });
  return { ...scores, failed: [...new Set(failed)] };
}
