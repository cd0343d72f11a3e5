// What differs by language beside the texts of pages and emails: names, pictures for links, the first texts of a store,
// the templates of its replies. Separate from `languages.ts`, which every public page loads.
import type { AdminLanguage } from './admin-languages.ts';
import type { Category, OrderCategory } from './category.ts';
import type { ClaimName } from './claim-names.ts';
import type { Language } from './languages.ts';
import type { OrderedKind } from './links/ordered-kinds.ts';
import type { OfferAction } from './offer-kinds.ts';
import type { LinkKind } from './pasted-links.ts';
import type { ReplyTemplate } from './reply-placeholders.ts';

/** The language and country of Open Graph. */
export const openGraphLocales: Readonly<Record<Language, string>> = { en: 'en_US', pt: 'pt_BR' };

/** As operators read them. */
export const languageNames: Readonly<Record<Language, Record<AdminLanguage, string>>> = {
  en: { en: 'English', pt: 'inglês' },
  pt: { en: 'Portuguese', pt: 'português' },
};

export const ownLanguageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português (BR)' };

export type MeasuredSpeedTexts = { sentence: (began: string, completed: string, orders: string) => string } & Record<
  'minutes' | 'hours' | 'days',
  (count: number) => string
>;

/** Not among the editable texts: an operator can hide the figures and not change them. */
export const measuredSpeedTexts: Readonly<Record<Language, MeasuredSpeedTexts>> = {
  en: {
    sentence: (began, completed, orders) =>
      `Half of the orders of the last 30 days began within ${began}, 9 of 10 were complete within ${completed} (${orders} orders).`,
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count) => `${count} hours`,
    days: (count) => `${count} days`,
  },
  pt: {
    sentence: (began, completed, orders) =>
      `Metade dos pedidos dos últimos 30 dias começou em até ${began}, 9 de 10 terminaram em até ${completed} (${orders} pedidos).`,
    minutes: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count) => `${count} horas`,
    days: (count) => `${count} dias`,
  },
};

/** The names of the units (likes, views) inside a sentence. */
export const unitNames = {
  en: { Likes: 'likes', Views: 'views', Followers: 'followers', Subscribers: 'subscribers' },
  pt: { Likes: 'curtidas', Views: 'visualizações', Followers: 'seguidores', Subscribers: 'inscritos' },
} as const satisfies Record<Language, Record<OrderCategory, string>>;

const masculineUnits: readonly string[] = [unitNames.pt.Followers, unitNames.pt.Subscribers];

/** What a link of an order opens, as pages and emails show it. */
export const linkKindNames = {
  en: {
    p: 'Post',
    reel: 'Reel',
    tv: 'Video',
    share: 'Shared link',
    profile: 'Profile',
    story: 'Story',
    highlight: 'Highlight',
    other: 'Instagram page',
    home: 'Instagram',
  },
  pt: {
    p: 'Post',
    reel: 'Reel',
    tv: 'Vídeo',
    share: 'Link compartilhado',
    profile: 'Perfil',
    story: 'Story',
    highlight: 'Destaque',
    other: 'Página do Instagram',
    home: 'Instagram',
  },
} as const satisfies Record<Language, Record<LinkKind, string>>;

/** Of links that other offers take. */
export const otherKindNames = {
  en: { channel: 'Channel', short: 'Short link' },
  pt: { channel: 'Canal', short: 'Link curto' },
} as const satisfies Record<Language, Record<Exclude<OrderedKind, LinkKind>, string>>;

/** The note of a link that opens no post: also of an order through the API, and of a link that an admin replaced. */
export const linkChosen = {
  en: 'Not a post. This link was chosen anyway.',
  pt: 'Não é uma publicação. Este link foi escolhido mesmo assim.',
} as const satisfies Record<Language, string>;

type GuaranteeTexts = {
  units: Record<OrderCategory, string>;
  and: string;
  lost: (units: string, days: number) => string;
  delivered: (lost: string) => string;
  report: string;
  notKept: (units: string) => string;
  /** `names`: of offers. */
  offersKept: (names: string, days: number) => string;
  offersNotKept: (names: string) => string;
};

/** The guarantee against losses (D-54): `guarantee-sentence.ts` puts the sentences together. */
export const guaranteeTexts: Readonly<Record<Language, GuaranteeTexts>> = {
  en: {
    units: unitNames.en,
    and: ' and ',
    lost: (units, days) => `${units} lost within ${days === 1 ? '1 day' : `${days} days`} of delivery`,
    delivered: (lost) => `${lost} are delivered again.`,
    report: 'Report the loss on the page of your order.',
    notKept: (units) => `${units} are not guaranteed to stay.`,
    offersKept: (names, days) =>
      `${names}: losses within ${days === 1 ? '1 day' : `${days} days`} of delivery are delivered again.`,
    offersNotKept: (names) => `${names}: not guaranteed to stay.`,
  },
  pt: {
    units: unitNames.pt,
    and: ' e ',
    lost: (units, days) =>
      `${units} ${masculineUnits.includes(units) ? 'perdidos' : 'perdidas'} em até ${days === 1 ? '1 dia' : `${days} dias`} após a entrega`,
    delivered: (lost) => `${lost} são entregues de novo.`,
    report: 'Avise da perda na página do seu pedido.',
    notKept: (units) => `Não há garantia de que ${masculineUnits.includes(units) ? 'os' : 'as'} ${units} permaneçam.`,
    offersKept: (names, days) =>
      `${names}: perdas em até ${days === 1 ? '1 dia' : `${days} dias`} após a entrega são entregues de novo.`,
    offersNotKept: (names) => `${names}: sem garantia de permanência.`,
  },
};

const englishFacts = {
  orderPage: 'Your order gets its own page. No account needed.',
  missingPart: 'What is missing is sent again or refunded.',
  replaceLink: 'A link can be replaced until it is sent: ask for it on the page of your order.',
  bankDays: 'Banks usually need 5 to 10 working days to show a refund.',
} as const;

type StatedFact = keyof typeof englishFacts;

/** Facts that several pages and mails state, each worded once in each language. */
export const statedFacts = {
  en: englishFacts,
  pt: {
    orderPage: 'Seu pedido tem uma página própria. Não precisa de conta.',
    missingPart: 'O que faltar é enviado de novo ou reembolsado.',
    replaceLink: 'Um link pode ser trocado até ser enviado: peça a troca na página do seu pedido.',
    bankDays: 'Os bancos costumam levar de 5 a 10 dias úteis para mostrar um reembolso.',
  },
} as const satisfies Record<Language, Record<StatedFact, string>>;

export type PictureTexts = Record<'from' | 'home' | 'about' | 'contact' | 'terms' | 'privacy' | 'refunds', string>;

/** The texts of the pictures that other sites show for a link to a page. */
export const pictureTexts: Readonly<Record<Language, PictureTexts>> = {
  en: {
    from: 'From {price}',
    home: 'Likes and views for your Instagram posts',
    about: 'How it works',
    contact: 'Contact',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
  },
  pt: {
    from: 'A partir de {price}',
    home: 'Curtidas e visualizações para suas publicações',
    about: 'Como funciona',
    contact: 'Contato',
    terms: 'Termos de uso',
    privacy: 'Privacidade',
    refunds: 'Reembolsos',
  },
};

/** The names and descriptions of the specified offers in the catalog, until the operator changes them. */
export const firstOfferTexts: Readonly<Record<Language, Record<Category, { name: string; text: string }>>> = {
  en: {
    Likes: { name: 'Instagram likes', text: 'Likes for your Instagram posts.' },
    Views: { name: 'Instagram views', text: 'Views for your Instagram posts.' },
  },
  pt: {
    Likes: { name: 'Curtidas no Instagram', text: 'Curtidas para suas publicações no Instagram.' },
    Views: { name: 'Visualizações no Instagram', text: 'Visualizações para suas publicações no Instagram.' },
  },
};

/** Of an offer that sells a service of a catalog, until the operator names it. */
export const proposedOfferNames: Readonly<Record<Language, Record<OfferAction, (platform: string) => string>>> = {
  en: {
    likes: (platform) => `${platform} likes`,
    views: (platform) => `${platform} views`,
    'reel-views': (platform) => `${platform} reel views`,
    'story-views': (platform) => `${platform} story views`,
    followers: (platform) => `${platform} followers`,
    subscribers: (platform) => `${platform} subscribers`,
  },
  pt: {
    likes: (platform) => `Curtidas no ${platform}`,
    views: (platform) => `Visualizações no ${platform}`,
    'reel-views': (platform) => `Visualizações de Reels no ${platform}`,
    'story-views': (platform) => `Visualizações de Stories no ${platform}`,
    followers: (platform) => `Seguidores do ${platform}`,
    subscribers: (platform) => `Inscritos no ${platform}`,
  },
};

type FirstTexts = {
  /** The preset of the texts of pages and emails. */
  preset: TextPreset;
  supportHours: readonly string[];
  /** Words of support hours without a pause, in a regular expression. */
  aroundTheClock: RegExp;
  claims: Record<ClaimName, string>;
};

/** The texts of a new store, until its operator changes them. */
export const firstTexts: Readonly<Record<Language, FirstTexts>> = {
  en: {
    preset: 'specified',
    supportHours: ['Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST'],
    aroundTheClock: /around the clock|\b24 hours\b/i,
    claims: {
      customers: '10k+ happy customers',
      rating: '4.9/5 rating',
      deliveryStart: 'Delivery starts in 1-5 minutes',
      deliveryDone: 'Most orders done within 24 hours',
      support: '24/7 support',
      guarantee: '100% money-back guarantee if delivery fails',
      noPassword: 'No password needed',
    },
  },
  pt: {
    preset: 'plain',
    supportHours: ['Seg. a sex., das 9h às 18h (EST)', 'Sáb. e dom., das 10h às 16h (EST)'],
    aroundTheClock: /\b24 horas\b/i,
    claims: {
      customers: 'Mais de 10 mil clientes satisfeitos',
      rating: 'Nota 4,9 de 5',
      deliveryStart: 'A entrega começa em 1 a 5 minutos',
      deliveryDone: 'A maioria dos pedidos fica pronta em até 24 horas',
      support: 'Suporte 24 horas, todos os dias',
      guarantee: 'Reembolso de 100 % se a entrega falhar',
      noPassword: 'Sem precisar de senha',
    },
  },
};

/** The templates of replies that a new store has. */
export const replyStarters: Readonly<Record<Language, readonly Pick<ReplyTemplate, 'name' | 'text'>[]>> = {
  en: [
    {
      name: 'We are looking into it',
      text: 'Hello {{name}},\n\nThank you for your message. We are looking into it and will write to you again within one business day.\n\nBest regards,\n{{store}}',
    },
    {
      name: 'Where is my order',
      text: 'Hello {{name}},\n\nThank you for your message about order {{order}}. It is in progress. You can follow every link here: {{track}}\n\nBest regards,\n{{store}}',
    },
    {
      name: 'Refund on its way',
      text: `Hello {{name}},\n\nWe refunded the part of order {{order}} that was not delivered. ${statedFacts.en.bankDays}\n\nBest regards,\n{{store}}`,
    },
    {
      name: 'Order number, please',
      text: 'Hello {{name}},\n\nThank you for your message. Please reply with the number of your order. You find it in our emails and here: {{track}}\n\nBest regards,\n{{store}}',
    },
  ],
  pt: [
    {
      name: 'Estamos verificando',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem. Estamos verificando e voltamos a escrever em até um dia útil.\n\nAtenciosamente,\n{{store}}',
    },
    {
      name: 'Onde está meu pedido',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem sobre o pedido {{order}}. Ele está em andamento. Você pode acompanhar cada link aqui: {{track}}\n\nAtenciosamente,\n{{store}}',
    },
    {
      name: 'Reembolso a caminho',
      text: `Olá, {{name}}!\n\nReembolsamos a parte do pedido {{order}} que não foi entregue. ${statedFacts.pt.bankDays}\n\nAtenciosamente,\n{{store}}`,
    },
    {
      name: 'Número do pedido, por favor',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem. Por favor, responda com o número do seu pedido. Você o encontra nos nossos emails e aqui: {{track}}\n\nAtenciosamente,\n{{store}}',
    },
  ],
};

/** They suggest the language of a message. None is a word of another language, or a part of an email address of the store. */
export const frequentWords: Readonly<Record<Language, RegExp>> = {
  en: /\b(the|and|is|my|you|your|order|not|have|when|where|what|hello|hi|please|thanks|thank|refund|likes|it|was|did|for)\b/gi,
  pt: /(?<![\p{L}\p{N}])(que|é|não|nao|meu|minha|pedido|você|voce|vocês|quando|onde|olá|ola|oi|obrigado|obrigada|favor|reembolso|curtidas|está|esta|uma|um|foi|ainda|de|da)(?![\p{L}\p{N}])/giu,
};

/** `specified`: the texts of the specification. `plain`: calmer ones in place of its jokes and promises. */
export const textPresets = ['specified', 'plain'] as const;
export type TextPreset = (typeof textPresets)[number];

export const presetTitles: Record<TextPreset, string> = { specified: 'As specified', plain: 'Plain' };
