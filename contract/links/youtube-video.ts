// Videos, shorts and live streams of YouTube: their views and likes.
import { type LinkRule, linkRule } from './link-rule.ts';
import { youtube } from './youtube.ts';

export const youtubeVideo: LinkRule = linkRule({ platform: youtube, accepts: ['tv'] });
