// What the sender wrote, without the quoted email below it and without a signature, where these are plain to see.
const originalMessage = /^\s*[-_]{2,}\s?(original message|mensagem original|forwarded message|mensagem encaminhada)/i;
const headerOf = { from: /^\*?(from|de):/i, date: /^\*?(sent|date|enviad[oa]( em)?|data):/i, to: /^\*?(to|para):/i };
const device = /^(sent from my|sent via|get outlook for|enviado do meu|enviado via|obter o outlook)\b/i;
/** `On Monday, Ana wrote:` over one to three lines. */
const longestAttribution = 3;
const attributionStart = /^(on|em|no dia|am|le|el|il|op) .*\d/i;
const outlookLines = 5;

/** The text as it is where nothing else would be left. */
export function extractAnswer(text: string): string {
  const lines = text.split('\n');
  const shown = withoutSignature(withoutQuote(withoutSignature(withoutQuote(lines))));
  return shown.join('\n').trim() || text;
}

function withoutQuote(lines: string[]): string[] {
  const start = lines.findIndex((line, at) => originalMessage.test(line) || isOutlookHeader(lines, at));
  const kept = trimmed(start > 0 ? lines.slice(0, start) : lines);
  let end = kept.length;
  while (end > 0 && isQuoteOrBlank(kept[end - 1] ?? '')) end -= 1;
  // Answers between the quoted lines would make no sense alone.
  if (end === kept.length || end === 0 || kept.slice(0, end).some((line) => line.startsWith('>'))) return kept;
  return trimmed(kept.slice(0, end - attributionLines(kept.slice(0, end))));
}

/** The number of lines at the end that introduce a quotation. */
function attributionLines(lines: string[]): number {
  if (!lines.at(-1)?.trimEnd().endsWith(':')) return 0;
  for (let count = 1; count <= longestAttribution; count += 1) {
    if (attributionStart.test(lines.at(-count) ?? '')) return count;
  }
  return /\d|@|wrote|escreveu/i.test(lines.at(-1) ?? '') ? 1 : 0;
}

function isOutlookHeader(lines: string[], at: number): boolean {
  if (!headerOf.from.test(lines[at] ?? '')) return false;
  const next = lines.slice(at + 1, at + outlookLines);
  return next.some((line) => headerOf.date.test(line)) && next.some((line) => headerOf.to.test(line));
}

function withoutSignature(lines: string[]): string[] {
  const kept = trimmed(lines);
  const start = kept.findIndex((line) => line === '--' || line === '-- ');
  const shown = start > 0 ? trimmed(kept.slice(0, start)) : kept;
  return shown.length > 1 && device.test(shown.at(-1) ?? '') ? trimmed(shown.slice(0, -1)) : shown;
}

/** Also without the line of underscores above a quoted email. */
function trimmed(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && /^_*$/.test((lines[end - 1] ?? '').trim())) end -= 1;
  return lines.slice(0, end);
}

function isQuoteOrBlank(line: string): boolean {
  return line.startsWith('>') || line.trim() === '';
}
