// The text of an HTML email. Scans once, so that no input makes it slow; nothing of the HTML is kept.
const hidden = new Set(['head', 'style', 'script', 'title', 'template']);
const blocks = /^(p|div|br|tr|li|ul|ol|table|h[1-6]|hr|pre|section|article|header|footer|address)$/;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** A quotation becomes lines with `>`, as in plain text. */
export function textOfHtml(html: string): string {
  const lines: string[] = [];
  let line: string[] = [];
  let depth = 0;
  let at = 0;
  const endLine = () => {
    const words = line.join('').replace(/\s+/g, ' ').trim();
    lines.push(depth > 0 && words !== '' ? `> ${words}` : words);
    line = [];
  };
  while (at < html.length) {
    const open = html.indexOf('<', at);
    line.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    // Text after a tag that never ends is part of that tag.
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    if (isComment) continue;
    const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]{1,20})/i.exec(html.slice(open, open + 30)) ?? [];
    const tag = name.toLowerCase();
    if (slash === '' && hidden.has(tag)) {
      const end = findEnd(html, tag, at);
      if (end < 0) break;
      at = end;
    } else if (tag === 'blockquote') {
      endLine();
      depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    } else if (blocks.test(tag)) endLine();
  }
  endLine();
  return decoded(lines.join('\n').replace(/\n{3,}/g, '\n\n')).trim();
}

/** The position after the end tag; -1 without one. */
function findEnd(html: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}[^>]{0,20}>`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? closing.lastIndex : -1;
}

function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
