// A corpus of incoming emails as the usual programs write them, in English and Portuguese. Each lists the words that must not
// get lost: what the sender wrote, which is shown, and what is folded.
import { emailSource } from './email-source.ts';

export type CorpusEmail = {
  name: string;
  source: Buffer;
  /** Shown as the text. */
  own: string;
  /** Folded below it. */
  folded?: string;
  /** No message. */
  isAutomatic?: boolean;
};

type Options = { from?: string; subject?: string; headers?: Record<string, string> };

const made = (text: string, options: Options = {}) =>
  Buffer.from(emailSource({ text, ...options }).replaceAll('\n', '\r\n'));
const htmlType = { 'Content-Type': 'text/html; charset=utf-8' };
const html = (text: string, options: Options = {}) =>
  made(text, { ...options, headers: { ...htmlType, ...options.headers } });
const quoted = (text: string) => text.replace(/^/gm, '> ').replaceAll('> \n', '>\n');
const mixed = (kind: string, ...parts: string[]) =>
  made([...parts.map((part) => `--b0\n${part}`), '--b0--'].join('\n'), {
    headers: { 'Content-Type': `multipart/${kind}; boundary=b0` },
  });

/** The words of one language: a question with two paragraphs, and the email of the store that it answers. */
const letters = {
  en: {
    own: 'Hello,\n\nI paid $12.50 on Monday but got < 100 likes of 500.\nPlease refund order 0123456789AB.',
    shop: 'Thank you for your order.\n\nWe deliver it within a day.',
    on: 'On Mon, Mar 2, 2026 at 9:00 AM Applaud Shop <shop@applaud.example> wrote:',
    onApple: 'On 2 Mar 2026, at 09:00, Applaud Shop <shop@applaud.example> wrote:',
    head: [
      'From: Applaud Shop <shop@applaud.example>',
      'Sent: Monday, March 2, 2026 9:00 AM',
      'To: Ana',
      'Subject: Your order',
    ],
    original: '-----Original Message-----',
    forwarded: '---------- Forwarded message ---------',
    begin: 'Begin forwarded message:',
    phone: 'Sent from my iPhone',
    samsung: 'Sent from my Samsung Galaxy smartphone.',
    outlook: 'Get Outlook for iOS<https://aka.ms/o0ukef>',
    yahoo: 'Sent from Yahoo Mail for iPhone',
  },
  pt: {
    own: 'Olá,\n\npaguei R$ 12,50 na segunda-feira e só recebi < 100 curtidas de 500.\nQuero o reembolso do pedido 0123456789AB.',
    shop: 'Obrigado pelo seu pedido.\n\nA entrega acontece em um dia.',
    on: 'Em seg., 2 de mar. de 2026 às 09:00, Loja Applaud <shop@applaud.example> escreveu:',
    onApple: 'Em 2 de mar. de 2026, à(s) 09:00, Loja Applaud <shop@applaud.example> escreveu:',
    head: [
      'De: Loja Applaud <shop@applaud.example>',
      'Enviado: segunda-feira, 2 de março de 2026 09:00',
      'Para: Ana',
      'Assunto: Seu pedido',
    ],
    original: '-----Mensagem original-----',
    forwarded: '---------- Mensagem encaminhada ---------',
    begin: 'Início da mensagem encaminhada:',
    phone: 'Enviado do meu iPhone',
    samsung: 'Enviado a partir do meu smartphone Samsung Galaxy.',
    outlook: 'Obter o Outlook para Android<https://aka.ms/AAb9ysg>',
    yahoo: 'Enviado do Yahoo Mail no Android',
  },
};

const replies: CorpusEmail[] = Object.entries(letters).flatMap(([language, words]) => {
  const { own, shop, head } = words;
  const wrapped = words.on.replace(/ (?=\S+ <)/, '\n');
  const block = head.join('\n');
  const folds: [program: string, folded: string][] = [
    ['Gmail', `${words.on}\n\n${quoted(shop)}`],
    ['Gmail, wrapped', `${wrapped}\n\n${quoted(shop)}`],
    ['Apple Mail', `${words.onApple}\n\n${quoted(shop)}`],
    ['iPhone', `${words.phone}\n\n${quoted(`${words.onApple}\n\n${shop}`)}`],
    ['iPhone, without a quotation', words.phone],
    ['Thunderbird', `${words.on.replace(/^(On|Em) /, '$1 02/03/2026 ')}\n${quoted(shop)}\n\n-- \nAna Lima\nStudio 12`],
    ['a signature above the quotation', `-- \nAna Lima\nStudio 12\n\n${words.on}\n${quoted(shop)}`],
    ['Outlook', `________________________________\n${block}\n\n${shop}`],
    ['Outlook, without the line', `\n${block}\n\n${shop}`],
    ['Outlook, bold', `\n${block.replace(/^(.+?:)/gm, '*$1*')}\n\n${shop}`],
    ['old Outlook', `${words.original}\n${block}\n\n${shop}`],
    ['Outlook on a phone', `${words.outlook}\n________________________________\n${block}\n\n${shop}`],
    ['Samsung', `${words.samsung}\n\n${words.original}\n${block}\n\n${shop}`],
    ['Yahoo', `${words.yahoo}\n\n${words.on}\n\n${quoted(shop)}`],
  ];
  const paragraphs = (text: string) =>
    text.replaceAll('<', '&lt;').replace(/^.*$/gm, '<div>$&</div>').replace('á,', '&aacute;,');
  const gmail = `<div dir="ltr">${paragraphs(own)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${words.on.replaceAll('<', '&lt;')}<br></div><blockquote>${paragraphs(shop)}</blockquote></div>`;
  const outlook = `<html><head><style>p{margin:0}</style></head><body>${paragraphs(own)}<hr><div id="divRplyFwdMsg"><p></p>${paragraphs(block)}</div><div></div>${paragraphs(shop)}</body></html>`;
  return [
    ...folds.map(([program, folded]) => ({
      name: `${language}: ${program}`,
      source: made(`${own}\n\n${folded}\n`),
      own,
      folded,
    })),
    { name: `${language}: Gmail in HTML`, source: html(gmail), own, folded: `${words.on} ${shop}` },
    { name: `${language}: Outlook in HTML`, source: html(outlook), own, folded: `${block} ${shop}` },
    {
      name: `${language}: Gmail in both`,
      source: mixed(
        'alternative',
        `Content-Type: text/plain; charset=utf-8\n\n${own}\n\n${words.on}\n${quoted(shop)}\n`,
        `Content-Type: text/html; charset=utf-8\n\n${gmail}`,
      ),
      own,
      folded: `${words.on} ${shop}`,
    },
    {
      name: `${language}: below the quotation`,
      source: made(`${words.on}\n${quoted(shop)}\n\n${own}`),
      own: `${shop}\n${own}`,
    },
    {
      name: `${language}: between the quotations`,
      source: made(`${words.on}\n${quoted(shop)}\n${own}\n${quoted('Bye.')}\nOk.`),
      own: `${shop}\n${own}\nOk.`,
    },
    {
      name: `${language}: forwarded by Gmail`,
      source: made(`${own}\n\n${words.forwarded}\n${block}\n\n${shop}`),
      own: `${own}\n${shop}`,
    },
    {
      name: `${language}: forwarded by Apple`,
      source: made(`${own}\n\n${words.begin}\n\n${quoted(`${block}\n\n${shop}`)}`),
      own: `${own}\n${shop}`,
    },
    {
      name: `${language}: forwarded by Outlook`,
      source: made(`${own}\n\n${block}\n\n${shop}`, {
        subject: language === 'en' ? 'FW: Your order' : 'ENC: Seu pedido',
      }),
      own: `${own}\n${shop}`,
    },
  ];
});

/** Own words that look like the end of an email. */
const ownWords = [
  'Enviado via Pix ontem, e nada chegou.\nQuero o reembolso.',
  'Enviado via Pix\nQuero o reembolso.',
  'Fiz uma transferência:\n\nDe: minha conta\nData: 12/03/2026\nPara: a loja\n\nQuero o reembolso.',
  'From: my phone\nSent: yesterday\nTo: you\n\nI want a refund.',
  'Nothing came.\n--\nI want a refund.',
  'Nothing came.\n---\nI want a refund.\n___\nThanks',
  '-- mensagem original da loja dizia um dia --\nQuero o reembolso.',
  'You wrote -----Original Message----- in your email.\nI want a refund.',
  'These are my links:\n\n> https://www.instagram.com/p/one/\n\nI want a refund for both.',
  'Sent from my Samsung yesterday, and nothing came',
  'On 2 March I paid for 2 orders:\nfirst 0123456789AB\nsecond 0123456789AC',
  'Sent from my heart\n\nI want a refund.',
  'I got your email\nSent from my iPhone\n\nbut I want a refund.',
].map((own, at) => ({ name: `own words ${at + 1}`, source: made(own), own }));

const long = (words: number, name = 'word') => Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ');

const signatures: CorpusEmail[] = [
  {
    name: 'a signature',
    source: made('It works.\n-- \nAna Lima\nACME, Lisboa'),
    own: 'It works.',
    folded: 'Ana Lima\nACME, Lisboa',
  },
  { name: 'a long text under a signature', source: made(`Hi.\n-- \n${long(200)}`), own: `Hi.\n${long(200)}` },
  {
    name: 'two device lines',
    source: made('Hi.\n\nEnviado do meu iPad\n\nSent from Mail for Windows 10'),
    own: 'Hi.',
    folded: 'Enviado do meu iPad\nSent from Mail for Windows 10',
  },
  {
    name: 'a device with a model',
    source: made('Hi.\n\nEnviado do meu Xiaomi Redmi Note 12'),
    own: 'Hi.',
    folded: 'Enviado do meu Xiaomi Redmi Note 12',
  },
  { name: 'a device line alone', source: made('Sent from my iPhone'), own: 'Sent from my iPhone' },
  { name: 'a quotation alone', source: made('> Where is it?'), own: 'Where is it?' },
];

const latin1 = (text: string, options: Options) => Buffer.from(made(text, options).toString('utf8'), 'latin1');
const noCharset = (type: string) => ({ headers: { 'Content-Type': type } });
const inMeta = (charset: string) =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><p>`;

const charsets: CorpusEmail[] = [
  {
    name: 'Latin-1 without a charset',
    source: latin1('Olá, não chegou', noCharset('text/plain')),
    own: 'Olá, não chegou',
  },
  {
    name: 'Latin-1 without a type',
    source: latin1('Olá, não chegou', { headers: { 'Content-Type': '' } }),
    own: 'Olá, não chegou',
  },
  { name: 'Latin-1 called UTF-8', source: latin1('Olá, não chegou', {}), own: 'Olá, não chegou' },
  { name: 'Latin-1 in HTML', source: latin1('<p>Olá, não chegou', noCharset('text/html')), own: 'Olá, não chegou' },
  {
    name: 'Latin-1 by its meta',
    source: latin1(`${inMeta('iso-8859-1')}Olá, não chegou`, noCharset('text/html')),
    own: 'Olá, não chegou',
  },
  {
    name: 'UTF-8 whose meta is old',
    source: made(`${inMeta('iso-8859-1')}Olá, não chegou`, noCharset('text/html')),
    own: 'Olá, não chegou',
  },
  {
    name: 'UTF-8 called ASCII',
    source: made('Olá, não chegou', noCharset('text/plain; charset=us-ascii')),
    own: 'Olá, não chegou',
  },
  {
    name: 'an unknown charset',
    source: made('Olá, não chegou', noCharset('text/plain; charset=unknown-8bit')),
    own: 'Olá, não chegou',
  },
  {
    name: 'Cyrillic by its meta',
    source: Buffer.concat([
      made(inMeta('windows-1251'), noCharset('text/html')),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]),
    own: 'Привет',
  },
  {
    name: 'Latin-1 in quoted-printable',
    source: made('Ol=E1, n=E3o chegou', {
      headers: { 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': 'quoted-printable' },
    }),
    own: 'Olá, não chegou',
  },
  {
    name: 'entities',
    source: html('<p>Ol&aacute;, n&atilde;o &eacute; &mdash; &frac12; &#8364; &zwnj;'),
    own: 'Olá, não é — ½ €',
  },
  {
    name: 'format=flowed',
    source: made('I paid \non Monday.\n-- \nAna', noCharset('text/plain; charset=utf-8; format=flowed')),
    own: 'I paid on Monday.',
    folded: 'Ana',
  },
];

const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n');
const broken: CorpusEmail[] = [
  { name: 'no boundary', source: made('Refund me', noCharset('multipart/mixed')), own: 'Refund me' },
  {
    name: 'another boundary',
    source: made('--x\nContent-Type: text/plain\n\nRefund me\n--x--', noCharset('multipart/mixed; boundary=y')),
    own: 'Refund me',
  },
  {
    name: 'a boundary without an end',
    source: made('--y\nContent-Type: text/plain\n\nRefund me', noCharset('multipart/mixed; boundary=y')),
    own: 'Refund me',
  },
  { name: 'a type without a slash', source: made('Refund me', noCharset('text')), own: 'Refund me' },
  {
    name: 'broken quoted-printable',
    source: made('Refund =ZZ me =', { headers: { 'Content-Transfer-Encoding': 'quoted-printable' } }),
    own: 'Refund me',
  },
  {
    name: 'base64',
    source: made(base64('Olá, quero o reembolso'), { headers: { 'Content-Transfer-Encoding': 'base64' } }),
    own: 'Olá, quero o reembolso',
  },
  { name: 'HTML that never ends', source: html('<table><tr><td>Refund<td>me<b'), own: 'Refund\nme' },
  {
    name: 'HTML that compares',
    source: html('<p>I got < 100 likes of 500 & want > 400'),
    own: 'I got < 100 likes of 500 & want > 400',
  },
  {
    name: 'a note instead of a text',
    source: mixed(
      'alternative',
      'Content-Type: text/plain\n\nHTML only.',
      `Content-Type: text/html\n\n<p>${long(20)}</p>`,
    ),
    own: long(20),
  },
  {
    name: 'text after a picture',
    source: mixed(
      'mixed',
      'Content-Type: text/plain\n\nSee',
      'Content-Type: image/png; name=a.png\n\nAA',
      'Content-Type: text/html\n\n<p>Refund &lt; me',
    ),
    own: 'See\nRefund < me\na.png',
  },
  {
    name: 'cells of a table',
    source: html('<table><tr><td>Total</td><td>12.50</td></tr></table><ul><li>one</li><li>two</li></ul><h1>Title</h1>'),
    own: 'Total\n12.50\none\ntwo\nTitle',
  },
  {
    name: 'a link',
    source: html('<p>See <a href="https://www.instagram.com/p/AbC/">my post</a></p>'),
    own: 'See my post https://www.instagram.com/p/AbC/',
  },
];

const huge: CorpusEmail[] = [
  { name: '30,000 empty lines', source: made(`Refund me${'\n'.repeat(30_000)}please`), own: 'Refund me', folded: '' },
  {
    name: '7,400 parts',
    source: mixed(
      'mixed',
      ...Array.from({ length: 7_400 }, () => 'Content-Type: text/plain\n\nx'),
      'Content-Type: text/plain\n\nlast',
    ),
    own: 'x',
  },
  { name: 'a long answer', source: made(long(3_000)), own: '' },
  {
    name: 'a long quotation',
    source: made(`Yes.\n\n${letters.en.on}\n${quoted(long(9_000).replaceAll(' ', '\n'))}`),
    own: 'Yes.',
    folded: long(9_000),
  },
  {
    name: 'much style',
    source: html(`<style>${'p { margin: 0 }\n'.repeat(20_000)}</style><p>Refund me`),
    own: 'Refund me',
  },
  { name: '5,000 paragraphs', source: html(long(5_000).replaceAll(/(\w+) ?/g, '<p>$1</p>')), own: '' },
].map((email, at) => ({ ...email, ...([0, 1, 2, 5].includes(at) ? { folded: '' } : {}) }));

const automaticHeaders: Record<string, string>[] = [
  { 'Auto-Submitted': 'auto-replied' },
  { 'Auto-Submitted': 'auto-generated; owner-email="x@y.example"' },
  { Precedence: 'auto_reply' },
  { Precedence: 'Auto-Reply' },
  { Precedence: 'bulk' },
  { 'X-Autoreply': 'yes' },
  { 'X-Autorespond': 'Away until Monday' },
  { 'X-AutoReply-From': 'ana@mail.example' },
  { 'X-Auto-Response': 'true' },
  { 'List-Id': 'News <news.list.example>' },
  { 'Return-Path': '<>' },
  { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
];
const automatic: CorpusEmail[] = automaticHeaders.map((headers) => ({
  name: `automatic: ${JSON.stringify(headers)}`,
  source: made('Away.', { headers }),
  own: '',
  isAutomatic: true,
}));
automatic.push({
  name: 'automatic: a bounce',
  source: made('Not delivered.', { from: 'MAILER-DAEMON@mx.example' }),
  own: '',
  isAutomatic: true,
});

export const emailCorpus: CorpusEmail[] = [
  ...replies,
  ...ownWords,
  ...signatures,
  ...charsets,
  ...broken,
  ...huge,
  ...automatic,
];
