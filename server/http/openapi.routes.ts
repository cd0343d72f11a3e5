// Where the contract is read from outside: as OpenAPI by programs, as a page by people.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandColors, markPath, markSize, markStrokes } from '../../contract/brand-mark.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { describeApi, type OpenApi, type Operation } from './openapi.ts';

export function registerOpenApi(server: FastifyInstance, endpoints: Record<string, Endpoint>, serverUrl: string): void {
  // Created at the first request: most processes never need it.
  let kept: { json: Kept; page: Kept } | null = null;
  const made = () => {
    kept ??= keepBoth(describeApi(endpoints, serverUrl));
    return kept;
  };
  server.get('/api/openapi.json', async (request, reply) =>
    answer(request, reply.type('application/json; charset=utf-8'), made().json),
  );
  server.get('/api/docs', async (request, reply) =>
    answer(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', openApiPagePolicy),
      made().page,
    ),
  );
}

function keepBoth(api: OpenApi): { json: Kept; page: Kept } {
  return { json: keep(JSON.stringify(api)), page: keep(openApiPage(api)) };
}

type Kept = { text: string; etag: string };

function keep(text: string): Kept {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

function answer(request: FastifyRequest, reply: FastifyReply, { text, etag }: Kept): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'public, max-age=300').header('x-robots-tag', 'noindex');
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}

// The API as a page that people read: drawn from the OpenAPI document, without a script.

type Json = Record<string, unknown>;

const mark = `<svg viewBox="0 0 ${markSize} ${markSize}" fill="none" stroke-linecap="round" aria-hidden="true">${markStrokes
  .map((one) => `<path class="${one.tone}" d="${markPath(one)}" stroke="currentColor" stroke-width="${one.width}"/>`)
  .join('')}</svg>`;

const style = `
:root{color-scheme:light dark;--line:light-dark(#e7dfd3,#3a342c);--quiet:light-dark(#6b6257,#a89f92);--card:light-dark(#fff,#1f1b17);--accent:light-dark(#b3271b,#ff8d7f)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;background:light-dark(#faf6ef,#15120f);color:light-dark(#1d1915,#f3ede4);font:16px/1.5 system-ui,sans-serif}
h1{display:flex;gap:.5rem;align-items:center;margin:0 0 .25rem;font-size:1.75rem}h1 svg{width:2rem;height:2rem}h1 .brand{color:light-dark(${brandColors.light.brand},${brandColors.dark.brand})}h2{margin:2.5rem 0 .75rem;font-size:1.25rem}h3{margin:1rem 0 .25rem;font-size:.875rem;color:var(--quiet)}
p{margin:.25rem 0}a{color:var(--accent)}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:1rem}
details{margin:.5rem 0;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
summary{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;padding:.75rem 1rem;cursor:pointer}
summary b{min-width:4rem;color:var(--accent)}summary span{flex-basis:100%;color:var(--quiet)}
details>div{padding:0 1rem 1rem}code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:.25rem 0;padding:.75rem;overflow:auto;border-radius:.5rem;background:light-dark(#f5efe5,#15120f)}
ul{margin:.25rem 0;padding-left:1.25rem}
`;

/** The CSP of the page: nothing but its own style. */
export const openApiPagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

export function openApiPage(api: OpenApi): string {
  const { title, version, description } = api.info as Record<string, string>;
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = api.tags.map(({ name }) => {
    const of = operations.filter(({ operation }) => operation.tags.includes(name));
    const calls = of.map(({ path, method, operation }) => formatCall(path, method, operation)).join('');
    return `<section aria-labelledby="${toId(name)}"><h2 id="${toId(name)}">${text(name)}</h2>${calls}</section>`;
  });
  const links = [...api.tags.map(({ name }) => name), 'Shapes']
    .map((name) => `<a href="#${toId(name)}">${text(name)}</a>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head><body><main><h1>${mark}${text(title)}</h1>
<p>Version ${text(version)}. ${text(description)}</p>
<p>The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p><nav aria-label="Subjects">${links}</nav>
${sections.join('\n')}
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>${formatShapes(api)}</section></main></body></html>`;
}

function formatCall(path: string, method: string, operation: Operation): string {
  const { security, parameters = [], requestBody, responses } = operation;
  const who = whoMay(security);
  const { 200: done, ...refused } = responses;
  const parts = [
    `<p>Who may: ${who}.</p>`,
    parameters.length === 0 ? '' : `<h3>Parameters</h3><ul>${parameters.map(formatParameter).join('')}</ul>`,
    requestBody ? `<h3>Body</h3>${formatSchema(requestBody)}` : '',
    done ? `<h3>Answer</h3>${formatSchema(done)}` : '',
    `<h3>Refusals</h3><ul>${Object.entries(refused).map(formatRefusal).join('')}</ul>`,
  ];
  return `<details><summary><b>${method.toUpperCase()}</b><code>${text(path)}</code><span>${text(operation.summary)}</span></summary><div>${parts.join('')}</div></details>`;
}

function whoMay(security: Operation['security']): string {
  if (security.length === 0) return 'anyone';
  const scopes = security.flatMap(({ apiKey }) => (Array.isArray(apiKey) ? apiKey : []));
  const insiders = ['an admin', ...scopes.map((scope) => `an API key with the scope ${scope}`)].join(', ');
  return security.some((one) => Object.keys(one).length === 0) ? `anyone; more fields for ${insiders}` : insiders;
}

function formatParameter({ name, in: place, required, description, schema }: Json): string {
  return `<li><code>${text(name)}</code> (${text(place)}${required ? ', required' : ''}): ${text(description)} <code>${text(JSON.stringify(schema))}</code></li>`;
}

const formatRefusal = ([status, { description }]: [string, Json]) => `<li>${status}: ${text(description)}</li>`;

function formatSchema({ content }: Json): string {
  const { schema, example } = (content as Record<string, Json>)['application/json'] ?? {};
  return `${jsonText(schema)}${example === undefined ? '' : `<p>Example:</p>${jsonText(example)}`}`;
}

function formatShapes({ components }: OpenApi): string {
  return Object.entries(components.schemas as Json)
    .map(
      ([name, schema]) =>
        // A link to what is inside opens the details.
        `<details><summary><code>${name}</code></summary><div id="${shapeId(name)}">${jsonText(schema)}</div></details>`,
    )
    .join('');
}

/** Each named shape is a link to its description. */
function jsonText(value: unknown): string {
  const written = text(JSON.stringify(value, null, 2)).replaceAll(
    /\{\s*&quot;\$ref&quot;: &quot;#\/components\/schemas\/(\w+)&quot;\s*\}/g,
    (_, name: string) => `<a href="#${shapeId(name)}">${name}</a>`,
  );
  return `<pre>${written}</pre>`;
}

const shapeId = (name: string) => `shape-${name.toLowerCase()}`;

const toId = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');

function text(value: unknown): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
