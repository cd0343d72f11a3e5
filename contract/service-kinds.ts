// Which offer a provider's service could deliver, by the name and the category that the provider wrote. Pure, without zod: used by
// server and pages. A service that is not surely of one kind has none: a wrong kind would deliver something else than was sold.
import { byName } from './by-name.ts';
import { proposedOfferNames } from './language-texts.ts';
import { type Language, languages } from './languages.ts';
import { type OfferAction, offerKindOf, type Platform } from './offer-kinds.ts';

export type ServiceKind = { platform: Platform; action: OfferAction };

const words = (text: string): string[] => text.split(/\s+/);
const meanings = <T extends string>(table: Record<T, string>): ReadonlyMap<string, T> =>
  new Map((Object.entries(table) as [T, string][]).flatMap(([meaning, text]) => words(text).map((w) => [w, meaning])));

/** Words of a name without accents, in lower case. `other`: platforms that the store does not sell for. */
const platformWords = meanings<Platform | 'other'>({
  instagram: 'instagram insta instagran instragram ig igtv',
  tiktok: 'tiktok tiktoks tictok tt ttk',
  youtube: 'youtube yt ytb',
  other: `facebook fb twitter tweet tweets telegram tg spotify twitch threads linkedin pinterest snapchat discord reddit soundcloud
    whatsapp kwai vk vimeo rumble trovo tumblr quora clubhouse deezer bluesky likee dailymotion shazam audiomack mixcloud website
    websites trustpilot imdb bigo rutube messenger onlyfans kick shopee tripadvisor`,
});

const actionWords = meanings<'likes' | 'views' | 'followers' | 'subscribers'>({
  likes: 'like likes curtida curtidas gostos',
  views: 'view views visualizacao visualizacoes visualizaciones vistas visu visus',
  followers: 'follower followers seguidor seguidores seguidoras',
  subscribers: 'subscriber subscribers subs inscrito inscritos inscritas suscriptores',
});

const formatWords = meanings<'reel' | 'story'>({
  reel: 'reel reels',
  story: 'story stories storys',
});

/** Services that the store does not sell, such as comments and votes. */
const unsoldWords: ReadonlySet<string> = new Set(
  words(`comment comments commenter commenters commented coment coments comentario comentarios
    poll polls enquete enquetes vote votes voting voto votos votacao
    review reviews reviewer avaliacao avaliacoes rating ratings testimonial testimonials depoimento depoimentos
    mention mentions mentioned mencao mencoes marcacao marcacoes
    share shares shared compartilhamento compartilhamentos repost reposts repostagem retweet retweets quote quotes
    reply replies resposta respostas question questions pergunta perguntas message messages mensagem mensagens dm dms
    reaction reactions reacao reacoes emoji emojis emoticon emoticons
    save saves saved salvamento salvamentos salvos bookmark bookmarks favorite favorites favourites favorito favoritos
    impression impressions impressao impressoes reach alcance visit visits visita visitas
    watchtime live lives livestream livestreams stream streams streaming broadcast premiere viewers espectadores
    highlight highlights destaque destaques community comunidade member members membro membros group grupo
    playlist playlists dislike dislikes unlike report reports denuncia denuncias`),
);
const unsoldPhrases = [
  'watch time',
  'watch hour',
  'watching hour',
  'horas assistidas',
  'horas de exibicao',
  'tempo de exibicao',
  'ao vivo',
  'auto like',
  'auto view',
  'auto follower',
  'automatic like',
  'automatic view',
  'curtidas automaticas',
  'visualizacoes automaticas',
  'future post',
  'next post',
  'proximas postagens',
  'proximos posts',
];

// Capitals that Unicode does not decompose, as panels use them for bold names.
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ';
const anySmallCapital = new RegExp(`[${smallCapitals}]`, 'gu');

const hasOtherLetters = /[^\0-\x7f]/;
const tokens = /[\p{L}\p{N}]+|[/|+,&;•·➕⭐]/gu;
const isWord = /^[\p{L}\p{N}]/u;
const joiningWords: ReadonlySet<string> = new Set(['and', 'or', 'e', 'ou', 'y']);
const gluedPlatforms = /(instagram|tiktok|youtube)/;

/**
 * Words of letters and digits alone: no case, no accents, no ornaments. Parts are what stands between separators. An import reads ten
 * thousand names at once.
 */
function readParts(text: string): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  const add = (word: string) => {
    const before = part.at(-1);
    if ((word === 'tok' && before === 'tik') || (word === 'tube' && before === 'you'))
      part.splice(-1, 1, before + word);
    else part.push(word);
  };
  const end = () => {
    if (part.length > 0) parts.push(part);
    part = [];
  };
  for (const token of toPlain(text.slice(0, 500)).match(tokens) ?? []) {
    if (!isWord.test(token) || joiningWords.has(token)) end();
    else if (token.length > 7 && gluedPlatforms.test(token)) token.split(gluedPlatforms).filter(Boolean).forEach(add);
    else add(token);
  }
  end();
  return parts;
}

function toPlain(text: string): string {
  if (!hasOtherLetters.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\u200b-\u200d]+/gu, '')
    .replace(anySmallCapital, (letter) => String.fromCharCode(97 + smallCapitals.indexOf(letter)));
}

function meaningsOf<T>(parts: readonly string[][], table: ReadonlyMap<string, T>): Set<T> {
  const found = new Set<T>();
  for (const part of parts) {
    for (const word of part) {
      const meaning = table.get(word);
      if (meaning !== undefined) found.add(meaning);
    }
  }
  return found;
}

function isUnsold(part: readonly string[]): boolean {
  if (part.some((word) => unsoldWords.has(word))) return true;
  const text = ` ${part.join(' ')}`;
  return unsoldPhrases.some((phrase) => text.includes(` ${phrase}`));
}

function onlyOne<T>(found: ReadonlySet<T>): T | null {
  const [first] = found;
  return found.size === 1 && first !== undefined ? first : null;
}

/**
 * Null where name and category name no platform or several, no action or several, or anything that the store does not sell. The name
 * counts before the category, which often lists several kinds.
 */
export function readServiceKind(name: string, category: string): ServiceKind | null {
  const named = readParts(name);
  const filed = readParts(category);
  const platform = readPlatform(named, filed);
  if (platform === null || named.some(isUnsold)) return null;

  const actions = meaningsOf(named, actionWords);
  const action = onlyOne(actions.size > 0 ? actions : meaningsOf(filed, actionWords));
  if (action === null) return null;
  // Of "Likes / Comments" the part of the likes counts; "Comment Likes" is something else.
  const isSoldPart = (part: string[]) => !isUnsold(part) && meaningsOf([part], actionWords).has(action);
  if (filed.some(isUnsold) && !filed.some(isSoldPart)) return null;

  const formats = meaningsOf(named, formatWords);
  const wanted = formats.size > 0 ? formats : meaningsOf(filed, formatWords);
  const exact = readFormat(platform, action, wanted);
  return exact !== null && offerKindOf(platform, exact) !== null ? { platform, action: exact } : null;
}

function readPlatform(named: readonly string[][], filed: readonly string[][]): Platform | null {
  const byName = meaningsOf(named, platformWords);
  const byCategory = meaningsOf(filed, platformWords);
  const platform = onlyOne(byName.size > 0 ? byName : byCategory);
  if (platform === null || platform === 'other') return null;
  return byCategory.size === 0 || byCategory.has(platform) ? platform : null;
}

/** Views of reels and stories are offers of their own; likes of a reel are likes of a post. */
function readFormat(
  platform: Platform,
  action: OfferAction,
  formats: ReadonlySet<'reel' | 'story'>,
): OfferAction | null {
  if (formats.size === 0) return action;
  const format = onlyOne(formats);
  if (format === null || platform !== 'instagram') return null;
  if (action === 'views') return format === 'reel' ? 'reel-views' : 'story-views';
  return action === 'likes' && format === 'reel' ? action : null;
}

export const platformNames: Record<Platform, string> = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' };

/** A proposed name of an offer. It has the kind alone, so that no code of a provider reaches a buyer. */
export function plainServiceName({ platform, action }: ServiceKind, language: Language): string {
  return proposedOfferNames[language][action](platformNames[platform]);
}

export function plainServiceNames(kind: ServiceKind): Record<Language, string> {
  return byName(languages, (language) => plainServiceName(kind, language));
}
