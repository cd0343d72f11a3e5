// Videos and photos of TikTok: their likes and views.
import { type LinkRule, linkRule } from './link-rule.ts';
import { tiktok } from './tiktok.ts';

export const tiktokVideo: LinkRule = linkRule({ platform: tiktok, accepts: ['tv', 'short'] });
