// What a buyer reads who pays by transfer: the operator's text with its placeholders. Pure, without zod.

export const instructionPlaceholders = ['amount', 'reference', 'expires'] as const;
export type InstructionPlaceholder = (typeof instructionPlaceholders)[number];

/** `text`: characters. `expiryDays`: how long an order waits for its transfer. `brlRate`: reais for a dollar. */
export const transferLimits = {
  text: { least: 10, most: 2000 },
  expiryDays: { least: 1, most: 30, first: 3 },
  brlRate: { least: 0.01, most: 1000 },
} as const;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** The first placeholder that has no value, as written; null: all have one. */
export function findUnknownPlaceholder(text: string): string | null {
  for (const [, name = ''] of text.matchAll(placeholder)) if (!isKnown(name.trim())) return name.trim();
  return null;
}

/** In one pass: a placeholder in a value stays text. */
export function fillInstructions(text: string, values: Readonly<Record<InstructionPlaceholder, string>>): string {
  return text.replace(placeholder, (hole, name: string) => {
    const known = name.trim();
    return isKnown(known) ? values[known] : hole;
  });
}

function isKnown(name: string): name is InstructionPlaceholder {
  return instructionPlaceholders.some((known) => known === name);
}
