// One email as plain text and as HTML, from the same sections. The HTML loads nothing: no image, no script, no
// tracking.
import { type BrandPalette, brandPalette, readLogo } from '../../../contract/brand.ts';
import { brandColors } from '../../../contract/brand-mark.ts';
import type { Language } from '../../../contract/languages.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';

/** `link`: null where the email may not show it. `note`: what it opens, where that is no post. */
export type EmailLink = { link: string | null; note: string | null };

/** Only `paragraphs` and `closing` may have line breaks. No text is trusted. */
export type EmailContent = {
  language: Language;
  storeName: string;
  subject: string;
  paragraphs: readonly string[];
  facts: readonly { label: string; value: string }[];
  posts: { label: string; links: readonly EmailLink[] };
  seller: { label: string; lines: readonly string[] };
  /** A text to copy, also as the image of the part `qrCodeId`. */
  code?: { label: string; value: string } | null;
  /** The first action is the primary button. */
  actions: readonly { label: string; href: string }[];
  closing: readonly string[];
  /** Null: the colors of the store's own mark. */
  palette?: BrandPalette | null;
  /** The email is sent with the logo of the store as the part `logoId`. Its size on the page. */
  logo?: { width: number; height: number } | null;
};

/** The Content-ID of the logo: an email loads nothing from outside. */
export const logoId = 'logo';

/** The Content-ID of the image of `code`. */
export const qrCodeId = 'qr-code';

/** The rest of an email that has paragraphs only. */
export const onlyParagraphs = {
  facts: [],
  posts: { label: '', links: [] },
  seller: { label: '', lines: [] },
  actions: [],
  closing: [],
} as const;

/** The look of an email to a buyer. `hasLogo`: it is sent with the logo. */
export function brandOf(
  { brand }: Pick<StoreProfile, 'brand'>,
  hasLogo: boolean,
): Pick<EmailContent, 'palette' | 'logo'> {
  const logo = hasLogo ? readLogo(brand.logo) : null;
  const scale = logo && Math.min(32 / logo.height, 128 / logo.width);
  return {
    palette: brandPalette(brand.color),
    logo: logo && scale ? { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) } : null,
  };
}

export function renderEmail(email: EmailContent): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: renderText(email), html: renderHtml(email) };
}

function renderText({ paragraphs, facts, code, posts, seller, actions, closing, storeName }: EmailContent): string {
  const blocks = [
    paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`),
    code ? [`${code.label}:`, code.value] : [],
    posts.links.length > 0 ? [`${posts.label}:`, ...posts.links.map(linkLine)] : [],
    seller.lines.length > 0 ? [`${seller.label}:`, ...seller.lines] : [],
    actions.map(({ label, href }) => `${label}: ${href}`),
    [...closing, storeName],
  ];
  const written = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${written.join('\n\n')}\n`;
}

export const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The colors of a light page; the classes of `darkStyle` replace them. */
export const emailColors = {
  brand: brandColors.light.brand,
  ink: '#1a1917',
  muted: '#5f5b55',
  line: '#e2ded7',
} as const;
const { brand, ink, muted, line } = emailColors;

// Colors for clients that support dark mode; they also survive automatic inversion.
const darkStyle = (brand: string) => `@media (prefers-color-scheme: dark) {
.page { background: #121110 !important; }
.card { background: #1e1c1a !important; border-color: #3a3733 !important; }
.ink, .ink a { color: #f3f0eb !important; }
.muted, .muted a { color: #aba69e !important; }
.line { border-color: #3a3733 !important; }
.main { background: ${brand} !important; color: #1a1917 !important; }
.bar { background: ${brand} !important; }
}`;

/** Escaped HTML of one paragraph. */
export const paragraph = (content: string) =>
  `<p class="ink" style="margin:0 0 12px;${font};font-size:16px;line-height:1.5;color:${ink}">${content}</p>`;
export const smallParagraph = (content: string) =>
  `<p class="muted" style="margin:0 0 4px;${font};font-size:14px;line-height:1.5;color:${muted}">${content}</p>`;
export const mainAction = ({ label, href }: { label: string; href: string }, color: string = brand) =>
  `<p style="margin:20px 0 16px"><a class="main" href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#ffffff;${font};font-size:16px;line-height:1.3;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;

function renderHtml(email: EmailContent): string {
  const { paragraphs, facts, code, posts, seller, actions, closing } = email;
  const [main, ...others] = actions;
  return emailPage(
    email,
    `${paragraphs.map((one) => paragraph(escapeHtml(one))).join('\n')}
<table width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:8px 0 16px;border-top:1px solid ${line}">
${facts.map(({ label, value }) => factRow(label, value)).join('\n')}
</table>
${code ? codeBlock(code) : ''}${posts.links.length > 0 ? [smallParagraph(escapeHtml(posts.label)), ...posts.links.map(postLink)].join('\n') : ''}
${main ? mainAction(main, email.palette?.light.brand) : ''}
${others.map(({ label, href }) => paragraph(`<a href="${escapeHtml(href)}" style="color:${ink}">${escapeHtml(label)}</a>`)).join('\n')}
${seller.lines.length > 0 ? `<div style="margin:16px 0 12px">${[seller.label, ...seller.lines].map((one) => smallParagraph(escapeHtml(one))).join('\n')}</div>` : ''}
${closing.map((one) => smallParagraph(escapeHtml(one))).join('\n')}`,
  );
}

/** A whole document around the content of an email. */
export function emailPage(
  {
    language,
    storeName,
    subject,
    palette,
    logo,
  }: Pick<EmailContent, 'language' | 'storeName' | 'subject' | 'palette' | 'logo'>,
  content: string,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle(palette?.dark.brand ?? brandColors.dark.brand)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f3ee">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f3ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${line};border-radius:12px">
<tr><td align="left" style="padding:24px">
<p class="ink" style="margin:0 0 20px;${font};font-size:18px;line-height:1.3;font-weight:700;color:${ink}">${logo ? logoImage(logo) : ''}${escapeHtml(storeName)}</p>
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const logoImage = ({ width, height }: { width: number; height: number }) =>
  `<img src="cid:${logoId}" width="${width}" height="${height}" alt="" style="margin-right:8px;vertical-align:middle">`;

function codeBlock({ label, value }: { label: string; value: string }): string {
  return `<p style="margin:0 0 12px"><img src="cid:${qrCodeId}" width="200" height="200" alt="" style="image-rendering:pixelated;background:#ffffff"></p>
${smallParagraph(escapeHtml(label))}
<p class="ink" style="margin:0 0 12px;${font};font-size:14px;line-height:1.4;color:${ink};word-break:break-all">${escapeHtml(value)}</p>
`;
}

function factRow(label: string, value: string): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${line};${font};font-size:16px;line-height:1.4;vertical-align:top`;
  return `<tr><td class="muted line" style="${cell};color:${muted}">${escapeHtml(label)}</td>
<td class="ink line" align="right" style="${cell};color:${ink};font-weight:600">${escapeHtml(value)}</td></tr>`;
}

function postLink({ link, note }: EmailLink): string {
  const shown = escapeHtml(link ?? '');
  const address =
    link === null
      ? ''
      : `<p class="ink" style="margin:0 0 6px;${font};font-size:15px;line-height:1.4;color:${ink};word-break:break-all"><a href="${shown}" style="color:${ink}">${shown}</a></p>`;
  return address + (note === null ? '' : smallParagraph(escapeHtml(note)));
}

/** "https://… (Profile · some.user. This link was chosen anyway.)" */
function linkLine({ link, note }: EmailLink): string {
  return link === null || note === null ? (link ?? note ?? '') : `${link} (${note})`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
