// When things happen in a shop: more in the evening than at night, more at the weekend, more each week than the one before.
import type { Random } from './random.ts';

const hourMs = 3_600_000;
/** By hour of the day, UTC. */
const hours = [5, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 12, 12, 11, 9, 7];
/** Sunday first. */
const weekdays = [1.25, 0.9, 0.85, 0.9, 1, 1.15, 1.3];
/** How much busier the end is than the start. */
const growth = 2.2;

/** `count` times from `from` up to `until`, in order, each computed when it is read. */
export function* moments(count: number, from: Date, until: Date, random: Random): Generator<Date> {
  const steps = hourlySteps(from.getTime(), until.getTime());
  const total = steps.at(-1)?.weightUntil ?? 0;
  let position = 0;
  let step = 0;
  for (let left = count; left > 0; left -= 1) {
    // The smallest of `left` evenly spread fractions of the rest: sorted without storing any.
    position += (1 - position) * (1 - (1 - random.fraction()) ** (1 / left));
    while (step < steps.length - 1 && (steps[step]?.weightUntil ?? 0) <= position * total) step += 1;
    const { startMs, lengthMs, weightBefore, weightUntil } = steps[step] ?? steps[0] ?? lastStep(until);
    const share = Math.min(1, Math.max(0, (position * total - weightBefore) / (weightUntil - weightBefore)));
    yield new Date(Math.floor(startMs + share * (lengthMs - 1)));
  }
}

type Step = { startMs: number; lengthMs: number; weightBefore: number; weightUntil: number };

function hourlySteps(fromMs: number, untilMs: number): Step[] {
  const steps: Step[] = [];
  let weightBefore = 0;
  for (let startMs = fromMs; startMs < untilMs; startMs += hourMs) {
    const lengthMs = Math.min(hourMs, untilMs - startMs);
    const day = new Date(startMs);
    const grown = 1 + ((growth - 1) * (startMs - fromMs)) / (untilMs - fromMs);
    const weight = (hours[day.getUTCHours()] ?? 1) * (weekdays[day.getUTCDay()] ?? 1) * grown * (lengthMs / hourMs);
    steps.push({ startMs, lengthMs, weightBefore, weightUntil: weightBefore + weight });
    weightBefore += weight;
  }
  return steps;
}

function lastStep(until: Date): Step {
  return { startMs: until.getTime() - 1, lengthMs: 1, weightBefore: 0, weightUntil: 1 };
}
