// The icons of the store under the paths that browsers and home screens request, and the web app manifests of shop and admin.
import type { FastifyInstance } from 'fastify';
import { brandColors } from '../../contract/brand-mark.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import { brandMarkSvg, drawBrandMark } from './image/brand-mark.ts';
import { createCanvas, parseRgb } from './image/canvas.ts';
import { encodeIco, encodePng } from './image/png.ts';
import { sendCached } from './send-cached.ts';

export const iconPaths = {
  ico: '/favicon.ico',
  svg: '/favicon.svg',
  appleTouch: '/apple-touch-icon.png',
  manifest: '/site.webmanifest',
  adminManifest: '/admin.webmanifest',
} as const;

const { light, dark } = brandColors;
const colors = { ink: parseRgb(light.ink), brand: parseRgb(light.brand) };
const manifestType = 'application/manifest+json';
const day = 'public, max-age=86400';
const week = 'public, max-age=604800';

/** Home screens cut corners off and draw no transparency: the mark keeps a margin on an opaque ground. */
const pngs = [
  { path: '/icon-32.png', sizePx: 32, isOpaque: false },
  { path: iconPaths.appleTouch, sizePx: 180, isOpaque: true },
  { path: '/icon-192.png', sizePx: 192, isOpaque: true },
  { path: '/icon-512.png', sizePx: 512, isOpaque: true },
] as const;

/** The head elements that name the icons. Clients without SVG icons request `favicon.ico` by themselves. */
export function iconLinks(isAdmin: boolean): string {
  return [
    `<link rel="icon" href="${iconPaths.svg}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${iconPaths.appleTouch}">`,
    `<link rel="manifest" href="${isAdmin ? iconPaths.adminManifest : iconPaths.manifest}">`,
    `<meta name="theme-color" content="${light.ground}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${dark.ground}" media="(prefers-color-scheme: dark)">`,
  ].join('');
}

export function registerSiteIcons(
  fastify: FastifyInstance,
  profile: () => Promise<{ profile: StoreProfile; version: number }>,
): void {
  const name = async () => (await profile()).profile.name;
  const svg = brandMarkSvg();
  fastify.get(iconPaths.svg, async (request, reply) =>
    sendCached(request, reply, svg, 'image/svg+xml; charset=utf-8', week),
  );
  let ico: Promise<Buffer> | null = null;
  fastify.get(iconPaths.ico, async (request, reply) => {
    ico ??= encodeIco(drawnIcon(48, false));
    return sendCached(request, reply, await ico, 'image/x-icon', week);
  });
  for (const { path, sizePx, isOpaque } of pngs) {
    let png: Promise<Buffer> | null = null;
    fastify.get(path, async (request, reply) => {
      png ??= encodePng(drawnIcon(sizePx, isOpaque));
      return sendCached(request, reply, await png, 'image/png', week);
    });
  }
  fastify.get(iconPaths.manifest, async (request, reply) => {
    const store = await name();
    const manifest = buildManifest({ name: store, short_name: store, display: 'browser' }, '/');
    return sendCached(request, reply, manifest, manifestType, day);
  });
  // An operator puts the admin on the home screen, where it opens as an app of its own.
  fastify.get(iconPaths.adminManifest, async (request, reply) => {
    const store = await name();
    const manifest = buildManifest({ name: `${store} admin`, short_name: store, display: 'standalone' }, '/admin');
    return sendCached(request, reply, manifest, manifestType, day);
  });
}

function buildManifest({ display, ...names }: Record<'name' | 'short_name' | 'display', string>, path: string): string {
  const icons = pngs
    .filter(({ isOpaque, path }) => isOpaque && path !== iconPaths.appleTouch)
    .map(({ path, sizePx }) => ({
      src: path,
      sizes: `${sizePx}x${sizePx}`,
      type: 'image/png',
      purpose: 'any maskable',
    }));
  return JSON.stringify({
    id: path,
    ...names,
    start_url: path,
    scope: path,
    display,
    background_color: light.ground,
    theme_color: light.ground,
    icons: [{ src: iconPaths.svg, sizes: 'any', type: 'image/svg+xml' }, ...icons],
  });
}

function drawnIcon(sizePx: number, isOpaque: boolean) {
  const margin = isOpaque ? sizePx * 0.18 : 0;
  const canvas = createCanvas(sizePx, sizePx, isOpaque ? parseRgb(light.ground) : undefined);
  drawBrandMark(canvas, { x: margin, y: margin, sizePx: sizePx - 2 * margin }, colors);
  return canvas;
}
