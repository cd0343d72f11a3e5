// The digest as plain text and as HTML. The bars are cells of a table: mail clients remove SVG, many block images until
// a click, and a picture keeps its light ground in dark mode. Cells are shown everywhere and are read aloud.
import type { Language } from '../../../contract/languages.ts';
import { emailColors, emailPage, escapeHtml, font, mainAction, paragraph, smallParagraph } from './email-template.ts';

export type DigestRow = { label: string; value: string; note: string | null; href: string | null };
export type DigestSection = { heading: string; rows: DigestRow[] };

/** No text is trusted: names come from providers and settings. */
export type DigestLayout = {
  language: Language;
  storeName: string;
  subject: string;
  title: string;
  days: string;
  /** One sentence instead of figures; null when something happened. */
  quiet: string | null;
  comparedWith: string;
  figures: DigestRow[];
  /** `share` of the longest bar, 0 to 1. */
  chart: { heading: string; bars: { label: string; value: string; share: number }[] } | null;
  sections: DigestSection[];
  main: { label: string; href: string };
  links: { label: string; href: string }[];
  closing: string[];
  settings: { label: string; href: string };
};

const { brand, ink, muted, line } = emailColors;
const textBar = 20;

export function digestText(layout: DigestLayout): string {
  const { title, days, quiet, comparedWith, figures, chart, sections, main, links, closing, settings } = layout;
  const blocks = [
    [`${title}, ${days}`, ...(quiet === null ? [comparedWith] : [])],
    quiet === null ? figures.map(rowText) : [quiet],
    chart
      ? [
          `${chart.heading}:`,
          ...chart.bars.map(({ label, value, share }) =>
            [label, '#'.repeat(Math.ceil(share * textBar)), value].filter(Boolean).join(' '),
          ),
        ]
      : [],
    ...sections.map(({ heading, rows }) => [`${heading}:`, ...rows.map(rowText)]),
    [main, ...links, settings].map(({ label, href }) => `${label}: ${href}`),
    [...closing, layout.storeName],
  ];
  const written = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${written.join('\n\n')}\n`;
}

export function rowText({ label, value, note }: DigestRow): string {
  return `${label}${value === '' ? '' : `: ${value}`}${note === null ? '' : `, ${note}`}`;
}

export function digestHtml(layout: DigestLayout): string {
  const { title, days, quiet, comparedWith, figures, chart, sections, main, links, closing, settings } = layout;
  return emailPage(
    layout,
    `<h1 class="ink" style="margin:0 0 2px;${font};font-size:22px;line-height:1.3;font-weight:700;color:${ink}">${escapeHtml(days)}</h1>
${smallParagraph(escapeHtml(quiet === null ? `${title}. ${comparedWith}.` : title))}
${quiet === null ? rowsHtml(figures) : `<div style="height:12px"></div>${paragraph(escapeHtml(quiet))}`}
${chart ? heading(chart.heading) + chartHtml(chart.bars) : ''}
${sections.map(({ heading: name, rows }) => heading(name) + rowsHtml(rows)).join('\n')}
${mainAction(main)}
<p class="ink" style="margin:0 0 16px;${font};font-size:15px;line-height:1.6;color:${ink}">${links.map(link).join(' &nbsp;·&nbsp; ')}</p>
${closing.map((one) => smallParagraph(escapeHtml(one))).join('\n')}
<p class="muted" style="margin:8px 0 0;${font};font-size:14px;line-height:1.5;color:${muted}"><a href="${escapeHtml(settings.href)}" style="color:${muted}">${escapeHtml(settings.label)}</a></p>`,
  );
}

const heading = (text: string) =>
  `<h2 class="ink" style="margin:24px 0 0;${font};font-size:16px;line-height:1.4;font-weight:700;color:${ink}">${escapeHtml(text)}</h2>`;

const link = ({ label, href }: { label: string; href: string }) =>
  `<a href="${escapeHtml(href)}" style="color:${ink}">${escapeHtml(label)}</a>`;

function rowsHtml(rows: readonly DigestRow[]): string {
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0">
${rows.map(rowHtml).join('\n')}
</table>`;
}

function rowHtml({ label, value, note, href }: DigestRow): string {
  const cell = `padding:8px 0;border-top:1px solid ${line};${font};font-size:15px;line-height:1.4;vertical-align:top`;
  const named = href === null ? escapeHtml(label) : link({ label, href });
  if (value === '') return `<tr><td class="muted line" style="${cell};color:${muted}">${named}</td></tr>`;
  const under =
    note === null
      ? ''
      : `<br><span class="muted" style="font-size:13px;font-weight:400;color:${muted}">${escapeHtml(note)}</span>`;
  return `<tr><td class="ink line" style="${cell};padding-right:12px;color:${ink}">${named}</td>
<td class="ink line" align="right" style="${cell};color:${ink};font-weight:600"><span style="white-space:nowrap">${escapeHtml(value)}</span>${under}</td></tr>`;
}

function chartHtml(bars: readonly { label: string; value: string; share: number }[]): string {
  const cell = `padding:3px 0;${font};font-size:13px;line-height:1.4;white-space:nowrap`;
  const rows = bars.map(({ label, value, share }) => {
    const percent = Math.round(share * 100);
    // A bar without length is a cell that some clients stretch.
    const bar =
      percent === 0
        ? ''
        : `<table role="presentation" width="${percent}%" cellpadding="0" cellspacing="0"><tr><td class="bar" height="14" bgcolor="${brand}" style="background:${brand};border-radius:3px;height:14px;font-size:1px;line-height:1px">&nbsp;</td></tr></table>`;
    return `<tr><td class="muted" style="${cell};padding-right:10px;color:${muted}">${escapeHtml(label)}</td>
<td width="100%" style="${cell}">${bar}</td>
<td class="ink" align="right" style="${cell};padding-left:10px;color:${ink}">${escapeHtml(value)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0">
${rows.join('\n')}
</table>`;
}
