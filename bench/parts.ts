// Runs the chosen parts of a bench: prints the machine and its load, and checks the budgets.
import { cpus, loadavg } from 'node:os';

/** True when every budget of the parts is kept. `args`: their names; none for all. */
export async function runBenchmarks(args: string[], parts: Record<string, () => Promise<boolean>>): Promise<boolean> {
  const unknown = args.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  console.log(`Node ${process.version}, ${cpus().length} processors`);
  const kept: boolean[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (args.length > 0 && !args.includes(name)) continue;
    console.log(`\n${name}: load before ${loadavg()[0]?.toFixed(2)}`);
    kept.push(await part());
  }
  const all = kept.every(Boolean);
  console.log(all ? '\nEvery budget is kept.' : '\nA budget is missed.');
  return all;
}
