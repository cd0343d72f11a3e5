// Spans sent to an OpenTelemetry collector: requests and jobs, and within both, queries and calls to gateway and provider.
// Nothing is registered globally, so that several stores in one process do not mix. No span has personal data.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { getTableName } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findSqlState } from '../../database/database.ts';
import type { Outcome, Watcher } from '../../platform/instrumented.ts';
import { allTables } from '../../tables.ts';
import type { Log } from '../log.ts';
import type { TracingConfig } from './tracing-config.ts';

export type Tracing = {
  watcher: Watcher;
  /** A span per request. */
  mount(server: FastifyInstance): void;
  /** Sends the pending spans within the time of a stop, and ends tracing. */
  end(): Promise<void>;
};

/** A collector that is away must not hold the stop. */
const endLimitMs = 3_000;
const reportEveryMs = 60_000;
/** Frequent requests of machines. */
const untraced = ['/healthz', '/readyz', '/statusz', '/metrics'];

export function createTracing({ log, ...config }: TracingConfig & { log: Log }): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.instance.id': randomUUID(), ...config.resource }),
    ),
    sampler: createSampler(config.sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(config, log) })],
  });
  const spans = createSpans(provider);
  return {
    watcher: createWatcher(spans),
    mount: (server) => traceRequests(server, spans),
    end: async () => {
      const ended = provider.shutdown().catch(() => {});
      await Promise.race([ended, wait(endLimitMs, undefined, { ref: false })]);
    },
  };
}

/** Keeps the caller's context for a query that waited for a connection. */
export function preserveContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (then?: Parameters<pg.Pool['connect']>[0]) => unknown;
  pool.connect = ((then?: Parameters<pg.Pool['connect']>[0]) =>
    then ? connect(AsyncResource.bind(then)) : connect()) as pg.Pool['connect'];
}

type Spans = ReturnType<typeof createSpans>;
type Part = ReturnType<Spans['outer']>;

function createSpans(provider: TracerProvider) {
  const tracer = provider.getTracer('applaud');
  const propagator = new W3CTraceContextPropagator();
  const underWay = new AsyncLocalStorage<Context>();

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context) {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    return {
      /** Operations within `work`, also later ones, can become child spans. */
      within: <T>(work: () => T): T => underWay.run(context, work),
      /** `problem`: a fixed word for the failure, or null. Only the first end counts. */
      end: (more: Attributes, problem: string | null): void => {
        if (!span.isRecording()) return;
        span.setAttributes(more);
        if (problem !== null) span.setAttribute('error.type', problem).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    /** The first span of this process for something; in the trace of the caller whose headers carry one. */
    outer: (name: string, attributes: Attributes, callerHeaders?: Record<string, unknown>) => {
      if (!callerHeaders) return begin(name, SpanKind.INTERNAL, attributes, ROOT_CONTEXT);
      const parent = propagator.extract(ROOT_CONTEXT, callerHeaders, defaultTextMapGetter);
      return begin(name, SpanKind.SERVER, attributes, parent);
    },
    /** A call to another service, within the current span. Null without one, or when it is not sampled. */
    inner: (describe: () => { name: string; attributes: Attributes }) => {
      const parent = underWay.getStore();
      // Work after the response, such as a timer, has no parent.
      if (!parent || !trace.getSpan(parent)?.isRecording()) return null;
      const { name, attributes } = describe();
      return begin(name, SpanKind.CLIENT, attributes, parent);
    },
  };
}

function createWatcher(spans: Spans): Watcher {
  const callOutside = (party: string, operation: string) => {
    const attributes = { 'applaud.party': party, 'applaud.operation': operation };
    const span = spans.inner(() => ({ name: `${party} ${operation}`, attributes }));
    return (outcome: Outcome) => span?.end({ 'applaud.outcome': outcome }, outcome === 'ok' ? null : outcome);
  };
  return {
    query: (statement) => {
      const span = spans.inner(() => nameStatement(statement));
      // The state, never the message: that quotes values.
      return (error) => span?.end({}, error === null ? null : (findSqlState(error) ?? 'failed'));
    },
    job: async (name, run) => {
      const span = spans.outer(`job ${name}`, { 'applaud.job': name });
      try {
        await span.within(run);
        span.end({}, null);
      } catch (error) {
        span.end({}, 'failed');
        throw error;
      }
    },
    gateway: callOutside,
    provider: (operation) => callOutside('provider', operation),
  };
}

// Named by its route's pattern: never by its address, which may contain an email or an order.
function traceRequests(server: FastifyInstance, spans: Spans): void {
  const parts = new WeakMap<FastifyRequest, Part>();
  server.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (request.headers.upgrade !== undefined || untraced.includes(route ?? '')) return done();
    const { method, id } = request;
    const part = spans.outer(
      route ? `${method} ${route}` : method,
      { 'http.request.method': method, 'applaud.request_id': id, ...(route ? { 'http.route': route } : {}) },
      request.headers,
    );
    parts.set(request, part);
    reply.raw.once('close', () => part.end(...describeEnd(reply)));
    part.within(done);
  });
  // The body was read by events of its connection, which belong to no request.
  server.addHook('preValidation', (request, _reply, done) => {
    const part = parts.get(request);
    if (part) part.within(done);
    else done();
  });
}

function describeEnd({ raw }: FastifyReply): Parameters<Part['end']> {
  if (!raw.writableFinished) return [{}, 'caller_gone'];
  const { statusCode: status } = raw;
  return [{ 'http.response.status_code': status }, status >= 500 ? String(status) : null];
}

const tables = new Set<string>(allTables.map((table) => getTableName(table)));
const verbs = /\b(select|insert|update|delete|begin|commit|rollback|set|notify|listen)\b/i;
const places = /\b(?:from|into|update|join)\s+"?(\w+)"?/gi;

/** A query's verb and table, without text and values, in the words of OpenTelemetry's conventions for databases. */
function nameStatement(statement: string): { name: string; attributes: Attributes } {
  const operation = verbs.exec(statement)?.[1]?.toLowerCase() ?? 'other';
  const table = [...statement.matchAll(places)].map(([, name = '']) => name).find((name) => tables.has(name));
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation };
  if (!table) return { name: operation, attributes };
  return { name: `${operation} ${table}`, attributes: { ...attributes, 'db.collection.name': table } };
}

/** Logs a failure to send: only traces are lost then. */
function createExporter({ url, headers }: TracingConfig, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, headers });
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (code !== ExportResultCode.SUCCESS && performance.now() - loggedAt > reportEveryMs) {
          loggedAt = performance.now();
          log.warn({ problem: error?.message ?? '', spans: spans.length }, 'traces could not be sent');
        }
        // No span is sent twice.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function createSampler({ root: name, ratio, byParent }: TracingConfig['sampler']): Sampler {
  const roots = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    ratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name]();
  return byParent ? new ParentBasedSampler({ root }) : root;
}
