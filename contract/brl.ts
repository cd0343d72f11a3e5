// Amounts in reais, which only instructions for a transfer have. Without zod: used by server and pages.
import { type Language, numberForms } from './languages.ts';
import { numberText } from './numbers.ts';

/** "R$1,234.56"; in Portuguese "R$ 1.234,56" with a no-break space, as the language writes dollars. */
export function formatBrl(amountCents: number, lang: Language): string {
  const [before] = numberForms[lang].usd;
  return `R$${before.replace(/^(US)?\$/, '')}${numberText((amountCents / 100).toFixed(2), lang)}`;
}

/** Cents of a real for cents of a dollar, to the nearest cent. `rate`: reais for a dollar, with four decimals at most. */
export function toBrlCents(usdCents: number, rate: number): number {
  return Math.max(1, Math.round((usdCents * Math.round(rate * 10_000)) / 10_000));
}
