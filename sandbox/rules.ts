// Fault rules with a remaining count, shared by all processes on the folder. This module matches and counts; the caller
// defines the meaning of a kind.
import { randomUUID } from 'node:crypto';
import type { Disk } from './disk.ts';

type Side = 'gateway' | 'stripe' | 'provider';

export interface Rule {
  id: string;
  kind: string;
  /** Remaining applications; null means until it is cleared. */
  left: number | null;
  operation?: string;
  orderId?: string;
  delayMs?: number;
  status?: number;
  amount?: string;
  currency?: string;
  result?: string;
  looks?: number;
  copies?: number;
  text?: string;
  /** The path of a request field, such as `customer.email`. */
  field?: string;
  required?: boolean;
}

export interface Settings {
  /** 'positional' calls complete(resultIndicator, sessionVersion), 'object' passes one object. */
  callbackShape?: 'object' | 'positional';
  /** Added to the clock of the provider only. */
  providerAheadMs?: number;
  startAfterMs?: number;
  completeAfterMs?: number;
  services?: Record<string, Record<string, unknown>>;
}

interface RulesFile {
  rules: Rule[];
  settings: Settings;
}

export interface Rules {
  /** Takes at most one matching rule of each kind and decrements its count. */
  take(side: Side, kinds: readonly string[], what: { operation?: string; orderId?: string }): Promise<Rule[]>;
  add(side: Side, rule: Omit<Rule, 'id'>): Promise<Rule>;
  list(side: Side): Promise<RulesFile>;
  clear(side: Side): Promise<void>;
  settings(side: Side): Promise<Settings>;
  set(side: Side, patch: Settings): Promise<Settings>;
}

export function createRules(disk: Disk): Rules {
  const load = async (side: Side) => (await disk.read<RulesFile>('rules', side)) ?? { rules: [], settings: {} };

  return {
    async take(side, kinds, what) {
      const seen = pick((await load(side)).rules, kinds, what);
      if (seen.every((rule) => rule.left === null)) return seen;
      return disk.change(`rules:${side}`, async (writing) => {
        const file = await load(side);
        const taken = pick(file.rules, kinds, what);
        for (const rule of taken) if (rule.left !== null) rule.left -= 1;
        file.rules = file.rules.filter((rule) => rule.left === null || rule.left > 0);
        await writing.put('rules', side, file);
        return taken;
      });
    },
    add: (side, rule) =>
      disk.change(`rules:${side}`, async (writing) => {
        const file = await load(side);
        const added = { ...rule, id: randomUUID() };
        file.rules.push(added);
        await writing.put('rules', side, file);
        return added;
      }),
    list: load,
    clear: (side) => disk.change(`rules:${side}`, (writing) => writing.drop('rules', side)),
    settings: async (side) => (await load(side)).settings,
    set: (side, patch) =>
      disk.change(`rules:${side}`, async (writing) => {
        const file = await load(side);
        file.settings = { ...file.settings, ...patch };
        await writing.put('rules', side, file);
        return file.settings;
      }),
  };
}

function pick(rules: Rule[], kinds: readonly string[], what: { operation?: string; orderId?: string }): Rule[] {
  const fits = rules.filter(
    (rule) =>
      (rule.operation === undefined || rule.operation === what.operation) &&
      (rule.orderId === undefined || rule.orderId === what.orderId),
  );
  return kinds.flatMap((kind) => fits.find((rule) => rule.kind === kind) ?? []);
}
