// The text of an email and the names of its attachments, from the tree that postal-mime makes of it.
import PostalMime, { decodeWords } from 'postal-mime';
import { textOfHtml } from './html-text.ts';

/**
 * A part in the tree of postal-mime. Its types leave it out, and its own body assumes UTF-8 where no charset is declared,
 * and reads HTML with a table of its own. The version is pinned; the tests fail where the tree changes.
 */
type Part = {
  childNodes: Part[];
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false };
  contentDisposition: { parsed: { value: string; params: Record<string, string> } };
  /** In `params.charset`, with the lines of `format=flowed` joined. */
  getTextContent(): string;
};

export type Body = { text: string; attachments: string[] };

const limits = { maxNestingDepth: 30, maxHeadersSize: 262_144, forceRfc822Attachments: true } as const;

/** Throws for an email beyond the limits. */
export async function parseMime(source: Uint8Array) {
  const parser = new PostalMime(limits);
  const email = await parser.parse(toUtf8Head(source));
  const { root } = parser as unknown as { root: Part };
  return { email, readBody: () => readPart(root) };
}

function readPart(part: Part): Body {
  const { multipart, parsed } = part.contentType;
  if (multipart) return readMultipart(part, multipart);
  if (part.contentDisposition.parsed.value !== 'attachment' && isText(parsed.value)) {
    return { text: readText(part, parsed.value), attachments: [] };
  }
  if (!part.content) return { text: '', attachments: [] };
  const name = part.contentDisposition.parsed.params.filename || parsed.params.name;
  return { text: '', attachments: [name ? decodeWords(name) : parsed.value] };
}

function readMultipart(part: Part, kind: string): Body {
  const bodies = part.childNodes.map(readPart);
  const attachments = bodies.flatMap((body) => body.attachments);
  const texts = bodies.map(({ text }) => text).filter((text) => text.trim() !== '');
  // Without its boundary the whole body stands where usually a note to old programs is.
  if (texts.length === 0) return { text: readText(part, 'text/plain'), attachments };
  if (kind === 'alternative') return { text: fullest(texts), attachments };
  return { text: texts.join('\n\n'), attachments };
}

/** The first, which is plain, unless it is a note only, as "This email has a version in HTML". */
function fullest(texts: readonly string[]): string {
  const [first = ''] = texts;
  return texts.find((text) => text.length > 3 * first.length) ?? first;
}

/** Without a slash a type is broken, and the sender wrote text. */
function isText(type: string): boolean {
  return !type.includes('/') || /^text\/(plain|html|enriched|markdown|x-.*)$/.test(type);
}

function readText(part: Part, type: string): string {
  if (!part.content) return '';
  const { params } = part.contentType.parsed;
  const isHtml = type === 'text/html';
  params.charset = findCharset(new Uint8Array(part.content), params.charset, isHtml);
  const text = part.getTextContent();
  return isHtml ? textOfHtml(text) : text;
}

/** Declarations that say nothing, or that programs write without reading the text. */
const vagueCharset = /^(utf-?8|us-ascii|ascii|ansi.*|unknown.*|x-unknown|default|none|binary|8bit|\s*)$/i;

/** What is declared, also in HTML; else UTF-8, or Windows-1252 where the bytes are none. */
export function findCharset(content: Uint8Array, declared = '', isHtml = false): string {
  if (!vagueCharset.test(declared.trim())) return declared;
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be';
  // Servers that convert an email to UTF-8 leave its <meta> as it was.
  if (isUtf8(content) && content.some((byte) => byte > 0x7f)) return 'utf-8';
  const meta = isHtml ? charsetInMeta(content) : null;
  if (meta !== null && !vagueCharset.test(meta) && isKnownCharset(meta)) return meta;
  return isUtf8(content) ? 'utf-8' : 'windows-1252';
}

const metaWithin = 4_096;

function charsetInMeta(content: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(content.subarray(0, metaWithin));
  return /<meta\b[^>]{0,300}\bcharset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1] ?? null;
}

function isKnownCharset(label: string): boolean {
  try {
    // UTF-16 could not have named itself in bytes of ASCII.
    return !new TextDecoder(label).encoding.startsWith('utf-16');
  } catch {
    return false;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Old programs write names and subjects in Windows-1252, without a declaration. */
function toUtf8Head(source: Uint8Array): Uint8Array {
  const head = readHead(source);
  if (isUtf8(head)) return source;
  const text = new TextDecoder('windows-1252').decode(head);
  return Buffer.concat([Buffer.from(text), source.subarray(head.byteLength)]);
}

/** The headers of the email, within their limit. */
export function readHead(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => [bytes.indexOf(end), end.length] as const);
  const found = ends.flatMap(([at, length]) => (at < 0 ? [] : [at + length]));
  return source.subarray(0, Math.min(limits.maxHeadersSize, ...found));
}
