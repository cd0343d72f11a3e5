// Splits what the sender wrote from the quoted email and the signature below it. Both parts together are the whole text: a
// wrong guess costs a click, no word. In doubt a line counts as the sender's own.
export type SplitText = {
  own: string;
  /** Folded in the inbox; empty without a quotation or signature at the end. */
  rest: string;
};

const headerFields = {
  from: /^[ \t*]*(from|de|von)[ \t*]*:/i,
  date: /^[ \t*]*(sent|date|enviad[oa]( em)?|data|gesendet|fecha)[ \t*]*:/i,
  to: /^[ \t*]*(to|para|an)[ \t*]*:/i,
  subject: /^[ \t*]*(subject|assunto|betreff|asunto)[ \t*]*:/i,
};
/** Outlook writes at most From, Sent, To, Cc and Subject, each on one line or two. */
const headerLines = 8;

const originalMessage =
  /^[ \t]*[-_]{2,}[ \t]*(original (message|appointment)|mensagem original|ursprüngliche nachricht)[ \t]*[-_]{2,}[ \t]*$/i;
const forwardedMessage =
  /^[ \t]*([-_]{2,}[ \t]*(forwarded message|mensagem (re)?encaminhada|mensaje reenviado)[ \t]*[-_]{2,}|(begin forwarded message|início da mensagem (re)?encaminhada):)[ \t]*$/i;
const forwardSubject = /^[ \t]*(fwd?|enc|rv|tr|wg)[ \t]*:/i;

/** `On Monday, Ana wrote:` over one to three lines. */
const longestAttribution = 3;
const mostAttributionCharacters = 300;
const attributionEnd =
  /(\b(wrote|writes|escreveu|escribi[oó]|schrieb)|a écrit|ha scritto|<[^\s<>]+@[^\s<>]+>)[ \t\u00A0]*:[ \t]*$/i;
/** A date or an address: `my brother wrote:` introduces no email. */
const dateOrAddress = /\d{1,2}.*\d|@/;

const longestSignatureLines = 12;
const longestSignature = 600;

/** What may follow the name of a device: its kind or model, no further words of a sentence. */
const model = String.raw`( (galaxy|smartphone|phone|tablet|device|mobile|note|ultra|plus|pro|max|mini|se|lite|fe|edge|xr?|xs|air|play|power|m[oó]vel|android|[a-z]*\d[\w+-]*)){0,4}`;
const makers =
  'samsung|galaxy|huawei|xiaomi|redmi|poco|motorola|moto|nokia|oneplus|oppo|realme|vivo|lg|sony|xperia|htc|asus|lenovo|pixel|google pixel|blackberry';
const devices = [
  `i(phone|pad|pod)${model}`,
  `(${makers})( (${makers}))?${model}`,
  '(android|windows|mobile|cell|smart) ?(phone|device|tablet)?',
  `(dispositivo|smartphone|telefone|celular|telem[oó]vel|tablet|aparelho)( (${makers}))?${model}`,
  '((microsoft )?outlook|e-?mail|mail|correio|gmail|yahoo!? ?mail|aol|icloud|proton ?mail|spark|bluemail|uol mail|bol mail|terra mail|hotmail)( (mobile|app|for|on|para|no|na|do|da|o|a|ios|android|windows|iphone|ipad|mac|\\d+))*',
].join('|');
const deviceLine = new RegExp(
  String.raw`^\[?(sent (from|via|with|using)|enviad[oa] (do|da|de|pelo|pela|a partir d[oa]|via|com|usando)|get|obter|obtenha)` +
    String.raw`( (my|meu|minha|an|um|uma|o|a))? (${devices})\]?(\s*[<([]\s*https?:\/\/[^\s>\])]+\s*[>)\]])?[.!]?$`,
  'i',
);

/** Of a forwarded email, by its subject, nothing is folded: the sender wants to show what it holds. */
export function splitAnswer(text: string, subject = ''): SplitText {
  const lines = text.split('\n');
  const end = forwardSubject.test(subject) ? lines.length : findEndOfAnswer(lines);
  const own = lines.slice(0, end).join('\n').trimEnd();
  const rest = lines.slice(end).join('\n').trim();
  // A quotation alone is shown, and a line of dashes needs no click.
  return own.trim() === '' || !/[\p{L}\p{N}]/u.test(rest) ? { own: text, rest: '' } : { own, rest };
}

/** The line from which on everything is quotation, signature or blank. */
function findEndOfAnswer(lines: readonly string[]): number {
  const original = lines.findIndex((_, at) => at > 0 && isOriginalEmail(lines, at));
  let end = original < 0 ? lines.length : original;
  for (let before = -1; before !== end; ) {
    before = end;
    end = skipBlanks(lines, end);
    end = skipQuotation(lines, end);
    end = skipSignature(lines, end);
    if (deviceLine.test((lines[end - 1] ?? '').trim())) end -= 1;
  }
  return end;
}

/** Also the line of underscores above the header of Outlook. */
function skipBlanks(lines: readonly string[], from: number): number {
  let end = from;
  while (end > 0 && /^[_\s]*$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

function skipQuotation(lines: readonly string[], from: number): number {
  let start = from;
  while (start > 0 && /^\s*(>.*)?$/.test(lines[start - 1] ?? '')) start -= 1;
  const isQuotation = lines.slice(start, from).some((line) => line.trimStart().startsWith('>'));
  // Answers between quoted lines would make no sense without these.
  if (!isQuotation || lines.slice(0, start).some((line) => line.startsWith('>'))) return from;
  if (start > 0 && forwardedMessage.test(lines[start - 1] ?? '')) return from;
  return start - countAttributionLines(lines, start);
}

/** The number of lines above `end` that introduce a quotation. */
function countAttributionLines(lines: readonly string[], end: number): number {
  for (let count = 1; count <= longestAttribution && count <= end; count += 1) {
    const words = lines.slice(end - count, end).join(' ');
    if (words.length > mostAttributionCharacters || !attributionEnd.test(words)) return 0;
    if (dateOrAddress.test(words)) return count + startOfAttribution(lines, end - count, count);
  }
  return 0;
}

/** `On Monday, 2 March,` may stand on a line of its own above the rest. */
function startOfAttribution(lines: readonly string[], end: number, counted: number): number {
  for (let more = 1; counted + more <= longestAttribution; more += 1) {
    const line = lines[end - more] ?? '';
    if (line.trim() === '') return 0;
    if (/^(on|em|no dia|am|le|el|il|op) .*\d.*\d/i.test(line)) return more;
  }
  return 0;
}

/** Only below the delimiter of RFC 3676, with its blank: people write `--` between their own lines. */
function skipSignature(lines: readonly string[], end: number): number {
  for (let start = end - 1; start > 0 && end - start <= longestSignatureLines; start -= 1) {
    if (lines[start] !== '-- ') continue;
    return lines.slice(start, end).join('\n').length <= longestSignature ? start : end;
  }
  return end;
}

/** The line that begins an email without `>`: its separator, or its four header fields in a row. */
function isOriginalEmail(lines: readonly string[], at: number): boolean {
  if (originalMessage.test(lines[at] ?? '')) {
    return lines.slice(at + 1, at + 3).some((line) => headerFields.from.test(line));
  }
  if (!headerFields.from.test(lines[at] ?? '')) return false;
  const above = lines.slice(Math.max(0, at - 2), at);
  if (above.some((line) => forwardedMessage.test(line)) || !/^[_\s-]*$/.test(lines[at - 1] ?? '')) return false;
  const block = lines.slice(at, at + headerLines);
  const blank = block.findIndex((line) => line.trim() === '');
  const head = blank < 0 ? block : block.slice(0, blank);
  return Object.values(headerFields).every((field) => head.some((line) => field.test(line)));
}
