// Why the rule of an offer refuses a link, in Portuguese (Brazil).

import type { LinkRuleName } from '../link-rule-names.ts';
import type { OpenedKind } from '../links/link-rule.ts';
import type { linkRefusalTexts as english } from './en-links.ts';

const neededPages: Readonly<Record<LinkRuleName, string>> = {
  'instagram-post': 'um post do Instagram',
  'instagram-reel': 'um reel do Instagram',
  'instagram-story': 'um story do Instagram',
  'instagram-profile': 'um perfil do Instagram',
  'tiktok-video': 'um vídeo do TikTok',
  'tiktok-profile': 'um perfil do TikTok',
  'youtube-video': 'um vídeo do YouTube',
  'youtube-channel': 'um canal do YouTube',
};
const openedPages: Readonly<Record<OpenedKind, string>> = {
  p: 'um post',
  reel: 'um reel',
  tv: 'um vídeo',
  share: 'um link compartilhado',
  profile: 'um perfil',
  story: 'um story',
  highlight: 'um destaque',
  other: 'outra página',
  home: 'a página inicial',
  channel: 'um canal',
  short: 'um link curto',
  playlist: 'uma playlist',
  incomplete: 'uma parte de uma página',
};

export const linkRefusalTexts: typeof english = {
  link_needed: ({ rule }) => `Cole o link de ${neededPages[rule]}.`,
  link_repeated: ({ rule }) => `Cada link de ${neededPages[rule]} pode estar no pedido só uma vez.`,
  link_without_handle: () => 'Cole o @ do canal, ou o link dele com /channel/.',
  link_several: () => 'Cole um link em cada campo.',
  link_of_other_platform: ({ rule }) => `Este pedido precisa do link de ${neededPages[rule]}.`,
  link_of_other_kind: ({ rule, opens }) =>
    `Este link abre ${openedPages[opens]}, mas este pedido precisa de ${neededPages[rule]}.`,
  link_incomplete: ({ rule }) => `Este link está incompleto. Copie o link inteiro de ${neededPages[rule]}.`,
  link_not_readable: ({ rule }) => `Este link não pode ser lido. Copie de novo o link de ${neededPages[rule]}.`,
};
