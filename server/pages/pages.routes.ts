// Serves the pages and their files. Everything that is not /api, /ws or a file of the build is a page, or the 404 page.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languages, splitLanguage } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { orderPathOf } from '../../contract/order-path.ts';
import { type NotFoundVariant, pathOf } from '../../contract/pages.ts';
import type { PublicStatus } from '../../contract/public-status.ts';
import { adminWorkerPath } from '../../contract/push-payload.ts';
import type { Receipt } from '../../contract/receipt.ts';
import type { SendingPauseView } from '../../contract/sending-pause-rules.ts';
import { matchesTag } from '../platform/entity-tag.ts';
import type { Encoding, KeyedPage, PageAnswer, Pages } from './pages.ts';
import { sendCached } from './send-cached.ts';

/** Pages that depend on more than the settings. The first three return null for an address that the store did not make. */
export type KeyedPages = {
  findReceipt(orderId: string, key: string): Promise<Receipt | null>;
  findOrderPage(orderId: string, key: string): Promise<OrderPage | null>;
  /** Changes nothing: only the button of the page does. */
  findPause(token: string): Promise<SendingPauseView | null>;
  /** Null where the operator did not switch the page on. */
  findStatus(): Promise<PublicStatus | null>;
};

/** `pickVariant` chooses one of the three 404 messages. */
export async function registerPages(
  fastify: FastifyInstance,
  pages: Pages,
  { findReceipt, findOrderPage, findPause, findStatus }: KeyedPages,
  pickVariant: () => NotFoundVariant = () => Math.floor(Math.random() * 3) as NotFoundVariant,
): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: pages.assetsDir,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, path) => {
      response.setHeader('x-content-type-options', 'nosniff');
      // Shared caches store it: a client without brotli must not get a brotli copy.
      response.setHeader('vary', 'accept-encoding');
      // The frames of a card form have another origin, and browsers load fonts only with its permission.
      if (path.endsWith('.woff2')) response.setHeader('access-control-allow-origin', '*');
    },
  });

  // Browsers compare it with theirs at each visit, and follow only a change of the script under the same path.
  fastify.get(adminWorkerPath, async (request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
    return sendCached(request, reply, pages.adminWorker, 'text/javascript; charset=utf-8', 'no-cache');
  });

  // A browser shows a page in place of the JSON of a refusal. Its address may be a key: nothing caches it.
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode !== 503 || !request.headers.accept?.includes('text/html')) return payload;
    const { html, headers } = await pages.renderUnavailable(splitLanguage(pathIn(request)).lang);
    reply.headers(headers).removeHeader('content-length');
    return html;
  };

  type Keyed = { Params: { orderId: string; key: string } };
  // Where an order, a receipt, a pause or the status page is missing, its address renders the 404 page.
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await pages.render(pathIn(request), pickVariant(), offerIn(request));
    return send(request, reply, answer);
  };

  const sendKeyed = async (request: FastifyRequest, reply: FastifyReply, rendering: Promise<KeyedPage> | null) => {
    if (!rendering) return sendPage(request, reply);
    const { html, headers } = await rendering;
    return reply.headers(headers).send(html);
  };

  fastify.get<Keyed>('/receipt/:orderId/:key', { onSend }, async (request, reply) => {
    const receipt = await findReceipt(request.params.orderId, request.params.key);
    return sendKeyed(request, reply, receipt && pages.renderReceipt(receipt));
  });

  for (const lang of languages) {
    fastify.get<Keyed>(`${pathOf('order', lang)}/:orderId/:key`, { onSend }, async (request, reply) => {
      const { orderId, key } = request.params;
      const order = await findOrderPage(orderId, key);
      return sendKeyed(request, reply, order && pages.renderOrder(order, orderPathOf(lang, orderId, key), lang));
    });

    fastify.get<{ Params: { token: string } }>(
      `${pathOf('pause', lang)}/:token`,
      { onSend },
      async (request, reply) => {
        const { token } = request.params;
        const view = await findPause(token);
        return sendKeyed(request, reply, view && pages.renderPause({ token, view }, lang));
      },
    );

    fastify.get(pathOf('status', lang), { onSend }, async (request, reply) => {
      const status = await findStatus();
      return sendKeyed(request, reply, status && pages.renderStatus(status, lang));
    });
  }

  fastify.get('/*', { onSend }, async (request, reply) => {
    if (isNotAPage(pathIn(request))) return reply.callNotFound();
    return sendPage(request, reply);
  });
}

function pathIn({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

/** The ID of an offer that the query names. */
function offerIn({ url }: FastifyRequest): string | null {
  const at = url.indexOf('?');
  return at < 0 ? null : new URLSearchParams(url.slice(at)).get('offer');
}

function send(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  reply.code(answer.status).headers(answer.headers);
  if (!answer.isPrivate) {
    const etag = `"${answer.etag}-${encoding}"`;
    reply.header('etag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding === 'identity') return reply.send(answer.html);
  return reply.header('content-encoding', encoding).send(answer.compressed[encoding]);
}

/** The smallest encoding that the caller takes: brotli, gzip, or none. */
export function encodingFor(accepted: string): Encoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

function isNotAPage(path: string): boolean {
  return /^\/(api|ws|assets|healthz|readyz|statusz|metrics)(\/|$)/.test(path);
}
