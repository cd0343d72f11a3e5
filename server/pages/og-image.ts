// The pictures that other sites show for a link to a page (Open Graph): drawn once per version of the settings, kept in memory.
import { brandColors } from '../../contract/brand-mark.ts';
import { categories } from '../../contract/category.ts';
import { type PictureTexts, pictureTexts } from '../../contract/language-texts.ts';
import { defaultLanguage, isLanguage, type Language } from '../../contract/languages.ts';
import { formatUsd } from '../../contract/money.ts';
import { offerKindAt, offersOfPage } from '../../contract/offer-paths.ts';
import { offerCents } from '../../contract/offers.ts';
import { priceCents } from '../../contract/pricing.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import { drawBrandMark, pillPath } from './image/brand-mark.ts';
import { createCanvas, fillPath, parseRgb, type Rgb } from './image/canvas.ts';
import { createTextOutlines, type TextOutlines } from './image/lettering.ts';
import { encodePng } from './image/png.ts';

export type PicturedPage = Exclude<keyof PictureTexts, 'from'>;

export type OgImages = {
  /** The picture of `home.en.png`, or null when there is none of that name. `current` is the settings' version. */
  find(file: string): Promise<{ png: Buffer; version: number } | null>;
};

const width = 1200;
const height = 630;
const margin = 80;
const ground = parseRgb(brandColors.light.ground);
const ink = parseRgb(brandColors.light.ink);
const muted: Rgb = [101, 92, 84];
const accent = parseRgb(brandColors.light.brand);
const accentSoft: Rgb = [253, 234, 230];
const white: Rgb = [255, 255, 255];

export function createOgImages(options: {
  publicUrl: string;
  profile: () => Promise<{ profile: StoreProfile; version: number }>;
}): OgImages {
  const cache = new Map<string, Promise<Buffer>>();
  let lettering: TextOutlines | null = null;
  let cachedVersion = Number.NaN;

  return {
    find: async (file) => {
      const [, page = '', lang = ''] = file.match(/^([a-z-]+)\.([a-z]+)\.png$/) ?? [];
      if (!isLanguage(lang)) return null;
      const { profile, version } = await options.profile();
      const words = pictureWords(page, lang, profile);
      if (!words) return null;
      if (version !== cachedVersion) {
        cache.clear();
        cachedVersion = version;
      }
      // The key is a page of this version in a language, never anything else from outside: the cache cannot grow beyond them.
      let png = cache.get(file);
      if (!png) {
        lettering ??= createTextOutlines();
        png = drawn(words, lang, { profile, publicUrl: options.publicUrl, lettering });
        cache.set(file, png);
        png.catch(() => cache.delete(file));
      }
      return { png: await png, version };
    },
  };
}

type DrawingOptions = { profile: StoreProfile; publicUrl: string; lettering: TextOutlines };

function drawn(
  { title, fromCents }: PictureWords,
  lang: Language,
  { profile, publicUrl, lettering }: DrawingOptions,
): Promise<Buffer> {
  const canvas = createCanvas(width, height, ground);
  drawBrandMark(canvas, { x: 690, y: 120, sizePx: 640 }, { ink: accentSoft, brand: accentSoft });
  drawBrandMark(canvas, { x: margin - 8, y: 62, sizePx: 80 }, { ink, brand: accent });
  // A long name is set smaller rather than cut.
  const nameSizePx = Math.min(48, (48 * (width - 2 * margin - 84)) / lettering.measureWidth(profile.name, 48));
  lettering.draw(canvas, profile.name, { x: margin + 84, y: 122, sizePx: nameSizePx, color: ink });

  const sizePx = fromCents === null ? 112 : 88;
  const lines = lettering.breakLines(title, sizePx, width - 2 * margin);
  const lineHeight = sizePx * 1.08;
  const firstLine = 350 - ((lines.length - 1) * lineHeight) / 2;
  for (const [index, line] of lines.entries()) {
    lettering.draw(canvas, line, { x: margin - 4, y: firstLine + index * lineHeight, sizePx, color: ink });
  }

  const host = new URL(publicUrl).host;
  const hostWidth = lettering.measureWidth(host, 32);
  lettering.draw(canvas, host, { x: width - margin - hostWidth, y: 558, sizePx: 32, color: muted });
  if (fromCents !== null) {
    const price = pictureTexts[lang].from.replace('{price}', formatUsd(fromCents, lang));
    const pillWidth = lettering.measureWidth(price, 40) + 64;
    fillPath(canvas, pillPath(pillWidth, 76), { x: margin, y: 508, scale: 1 }, accent);
    lettering.draw(canvas, price, { x: margin + 32, y: 560, sizePx: 40, color: white });
  }
  return encodePng(canvas);
}

/** `fromCents`: the price that the picture shows. */
type PictureWords = { title: string; fromCents: number | null };

/** Null for a page without a picture. */
function pictureWords(page: string, lang: Language, profile: StoreProfile): PictureWords | null {
  if (isPictured(page)) {
    return { title: pictureTexts[lang][page], fromCents: page === 'home' ? lowestCents(profile) : null };
  }
  const kind = offerKindAt(`/${page.replace('-', '/')}`);
  const [offer] = kind ? offersOfPage(profile.offers, kind) : [];
  return offer ? { title: offer.names[lang], fromCents: offerCents(offer, offer.min_quantity) } : null;
}

function isPictured(page: string): page is PicturedPage {
  return page !== 'from' && Object.hasOwn(pictureTexts[defaultLanguage], page);
}

/** The cheapest order that anyone can place. */
function lowestCents({ prices }: StoreProfile): number {
  return Math.min(...categories.map((one) => priceCents(one, prices.offers[one].minQuantity, prices)));
}
