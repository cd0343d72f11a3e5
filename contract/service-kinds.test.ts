import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';
import { offerKinds } from './offer-kinds.ts';
import { plainServiceName, readServiceKind } from './service-kinds.ts';

type Row = [name: string, category: string, kind: string | null];

const sold: Row[] = [
  ['Instagram Likes', 'Instagram Likes', 'instagram likes'],
  ['INSTAGRAM LIKES | HQ | 30D REFILL | 50K/DAY', '', 'instagram likes'],
  ['🔥 Instagram Likes ⚡ [ Instant ] [ Max 300K ] ♻️', '❤️ Instagram - Likes', 'instagram likes'],
  ['IG Likes ~ Real ~ 5k/hour', 'IG', 'instagram likes'],
  ['Curtidas Instagram Brasileiras 🇧🇷 | R30', 'Instagram | Curtidas', 'instagram likes'],
  ['Instagram Curtidas [Mundiais] - Início imediato', '', 'instagram likes'],
  ['Instagram Reels Likes - NON DROP', 'Instagram Reels', 'instagram likes'],
  ['Likes [S1] HQ', 'Instagram Likes / Comments', 'instagram likes'],
  ['Instagram Likes [Auto Refill]', 'Instagram Likes', 'instagram likes'],
  ['𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦 𝐋𝐢𝐤𝐞𝐬 | 𝟏𝟎𝐊/𝐃𝐚𝐲', '', 'instagram likes'],
  ['ɪɴꜱᴛᴀɢʀᴀᴍ ʟɪᴋᴇꜱ', '', 'instagram likes'],
  ['ＩＮＳＴＡＧＲＡＭ　ＬＩＫＥＳ', '', 'instagram likes'],
  ['InstagramLikes_HQ', '', 'instagram likes'],
  ['Insta likes 100% real', '', 'instagram likes'],
  ['Instagram Views', 'Instagram Views', 'instagram views'],
  ['IGTV Views - Instant', 'Instagram IGTV', 'instagram views'],
  ['Instagram Video Views [1M/day]', '', 'instagram views'],
  ['Visualizações Instagram | Ultra Rápido', '', 'instagram views'],
  ['VISUALIZACAO INSTAGRAM', '', 'instagram views'],
  ['Instagram Reels Views', 'Instagram Views', 'instagram reel-views'],
  ['Instagram Reel View | 10M', '', 'instagram reel-views'],
  ['Instagram Video/Reel Views', '', 'instagram reel-views'],
  ['Views [Max 10M]', 'Instagram Reels Views', 'instagram reel-views'],
  ['Visualizações nos Reels | Instagram', '', 'instagram reel-views'],
  ['Instagram Story Views - All Stories', 'Instagram Story', 'instagram story-views'],
  ['Instagram Visualizações de Stories', '', 'instagram story-views'],
  ['IG STORY VIEWS [USERNAME]', '', 'instagram story-views'],
  ['Instagram Followers', 'Instagram Followers', 'instagram followers'],
  ['⭐ Instagram Followers | Old Accounts With Posts | R365', '', 'instagram followers'],
  ['Seguidores Instagram BR 🇧🇷 [Reposição 30 dias]', '', 'instagram followers'],
  ['Instagram Seguidores Mundiais | Lento', '', 'instagram followers'],
  ['[Instagram] - [Followers] - {Max: 1M} - {Drop 0-5%}', '', 'instagram followers'],
  ['SERVER 3 | HQ | R30', 'Instagram Followers [Refill]', 'instagram followers'],
  ['TikTok Likes', 'TikTok', 'tiktok likes'],
  ['Tik Tok Likes | Max 100K', '', 'tiktok likes'],
  ['TIK-TOK CURTIDAS', '', 'tiktok likes'],
  ['TT Likes [HQ]', '', 'tiktok likes'],
  ['TikTok Video Views ⚡ 10M/Day', '🎵 TikTok Views', 'tiktok views'],
  ['Visualizações TikTok', '', 'tiktok views'],
  ['TTK VIEWS', '', 'tiktok views'],
  ['[TikTok] Seguidores | BR', '', 'tiktok followers'],
  ['TikTok Followers ➕ Refill 30 Days', '', 'tiktok followers'],
  ['Seguidores Tik Tok - Mundiais', 'TIKTOK | SEGUIDORES', 'tiktok followers'],
  ['TikTok Followers', 'Instagram / TikTok / YouTube Promo', 'tiktok followers'],
  ['YouTube Subscribers ~ 30 days refill', '', 'youtube subscribers'],
  ['YT Subs | Non Drop', '', 'youtube subscribers'],
  ['Inscritos YouTube | Sem queda', '', 'youtube subscribers'],
  ['YOUTUBE INSCRITOS 🇧🇷', 'YouTube', 'youtube subscribers'],
  ['YouTube Views [Google Ads] 72 Hours Start', 'YouTube Views', 'youtube views'],
  ['You Tube Views - Lifetime Guaranteed', '', 'youtube views'],
  ['YouTube Shorts Views', '', 'youtube views'],
  ['Visualizações YouTube (Retenção 60s)', '', 'youtube views'],
  ['YT VIEWS | HIGH RETENTION', '', 'youtube views'],
  ['YouTube Likes | Start 0-1 Hour', '', 'youtube likes'],
  ['Curtidas YouTube - R30', '', 'youtube likes'],
  ['YouTube Shorts Likes [Refill]', '', 'youtube likes'],
];

const unsold: Row[] = [
  ['Likes | HQ', '', null],
  ['Instagram', 'Instagram', null],
  ['Instagram + TikTok Followers', '', null],
  ['Facebook Page Likes', 'Facebook', null],
  ['Twitter Followers', 'Twitter', null],
  ['Followers', 'X (Twitter)', null],
  ['Telegram Post Views', 'Telegram', null],
  ['Instagram Threads Followers', 'Threads', null],
  ['YouTube Views [Source: Facebook]', '', null],
  ['Instagram Likes', 'TikTok Likes', null],
  ['Instagram Likes + Views', '', null],
  ['Pacote: 100 seguidores e 100 curtidas Instagram', '', null],
  ['Instagram Custom Comments', 'Instagram Comments', null],
  ['Instagram Comment Likes', '', null],
  ['Likes 🔥 [Max 5K]', 'Instagram Comment Likes', null],
  ['Comentários Instagram BR', '', null],
  ['Instagram Story Poll Votes', '', null],
  ['Enquete Instagram Stories', '', null],
  ['Instagram Mentions [User Followers]', '', null],
  ['TikTok Shares', 'TikTok', null],
  ['TikTok Views + Shares', '', null],
  ['Compartilhamentos TikTok', '', null],
  ['Google Reviews 5 stars', 'Google', null],
  ['Instagram Saves', '', null],
  ['Instagram Impressions + Reach', '', null],
  ['Instagram Profile Visits', '', null],
  ['Instagram Auto Likes [30 days]', '', null],
  ['Instagram Likes - Next posts', '', null],
  ['Instagram Live Video Views 60 min', '', null],
  ['Instagram Views', 'Instagram Live', null],
  ['Live YouTube Viewers', '', null],
  ['YouTube Live Stream Views', '', null],
  ['Visualizações YouTube ao vivo', '', null],
  ['YouTube Watch Time 4000 hours', '', null],
  ['YouTube Views [Watch Hours]', '', null],
  ['YouTube Dislikes', '', null],
  ['YouTube Comment Likes', '', null],
  ['YouTube Community Post Likes', '', null],
  ['YouTube Playlist Views', '', null],
  ['Instagram Highlights Views', '', null],
  ['Instagram Story Likes', '', null],
  ['Instagram Reels/Story Views', '', null],
  ['TikTok Story Views', '', null],
  ['TikTok Live Likes', '', null],
  ['TikTok Subscribers', '', null],
  ['YouTube Followers', '', null],
  ['Instagram Channel Members', '', null],
  ['Instagram Emoji Reactions', '', null],
  ['', '', null],
  ['🔥🔥🔥', '♻️', null],
];

const kind = fc.constantFrom(...offerKinds).map(({ platform, action }) => ({ platform, action }));
const ornament = fc.constantFrom(
  '🔥',
  '⚡',
  '[HQ]',
  '| R30 |',
  '~ Max 50K ~',
  '♻️ Refill 30D',
  '{Drop 0%}',
  '- NON DROP -',
  '🇧🇷',
);
const shout = (text: string, isLoud: boolean) => (isLoud ? text.toUpperCase() : text);

describe('D-109: the kind of a service, read from its name', () => {
  test.each([...sold, ...unsold])('%s (%s): %s', (name, category, expected) => {
    const read = readServiceKind(name, category);
    expect(read && `${read.platform} ${read.action}`).toBe(expected);
  });

  const ofWords = fc
    .array(
      fc.constantFrom(
        'Instagram',
        'TikTok',
        'YouTube',
        'Facebook',
        'likes',
        'views',
        'followers',
        'subs',
        'reel',
        'story',
        '|',
      ),
    )
    .map((words) => words.join(' '));

  test('any text has a kind that is sold, or none', () => {
    fc.assert(
      fc.property(fc.oneof(ofWords, fc.string({ unit: 'binary', maxLength: 700 })), ofWords, (name, category) => {
        const read = readServiceKind(name, category);
        if (read) expect(readServiceKind(plainServiceName(read, 'en'), '')).toEqual(read);
      }),
    );
  });

  test('ornaments, capitals and languages do not change the kind', () => {
    fc.assert(
      fc.property(
        kind,
        fc.constantFrom(...languages),
        fc.boolean(),
        fc.array(ornament),
        fc.array(ornament),
        (...all) => {
          const [each, language, isLoud, before, after] = all;
          const name = [...before, shout(plainServiceName(each, language), isLoud), ...after].join(' ');
          expect(readServiceKind(name, '')).toEqual(each);
          expect(readServiceKind('SERVER 7 | HQ', name)).toEqual(each);
        },
      ),
    );
  });

  test('a second platform, and services such as comments and votes, leave no kind', () => {
    const other = fc.constantFrom('Facebook', 'Telegram', 'Spotify', 'Threads');
    const said = fc.constantFrom('Custom Comments', 'Mentions', 'Poll votes', 'Reviews', 'Comentários', 'Shares', 'DM');
    fc.assert(
      fc.property(kind, fc.oneof(other, said), fc.boolean(), (each, word, isFirst) => {
        const plain = plainServiceName(each, 'en');
        expect(readServiceKind(isFirst ? `${word} ${plain}` : `${plain} | ${word.toUpperCase()}`, '')).toBe(null);
      }),
    );
  });

  test('a proposed name has nothing of the name that the provider wrote', () => {
    for (const each of offerKinds) {
      for (const language of languages) expect(plainServiceName(each, language)).toMatch(/^[\p{L} ]+$/u);
    }
    expect(plainServiceName({ platform: 'tiktok', action: 'followers' }, 'en')).toBe('TikTok followers');
    expect(plainServiceName({ platform: 'tiktok', action: 'followers' }, 'pt')).toBe('Seguidores do TikTok');
  });
});
