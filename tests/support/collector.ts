// An OpenTelemetry collector as far as traces go: takes OTLP over HTTP as JSON and keeps it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number; arrayValue?: unknown };
type Sent = {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};
type Pair = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Pair[];
  status: { code: number };
};

export type KeptSpan = Omit<SentSpan, 'attributes' | 'status'> & {
  attributes: Record<string, string | number | undefined>;
  failed: boolean;
  resource: Record<string, string | number | undefined>;
};

export type Collector = {
  url: string;
  spans: KeptSpan[];
  /** Everything that arrived, as it was sent. */
  bodies: string[];
  /** Of the last request. */
  headers(): Record<string, unknown>;
  close(): Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const spans: KeptSpan[] = [];
  const bodies: string[] = [];
  let headers: Record<string, unknown> = {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    bodies.push(body);
    headers = request.headers;
    spans.push(...spansOf(JSON.parse(body)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: Sent): KeptSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: valuesOf(attributes),
        failed: status.code === 2,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(pairs: Pair[]): KeptSpan['attributes'] {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
