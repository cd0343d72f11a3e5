// Spans sent to an OpenTelemetry collector. Nothing is registered globally, so that several stores in one process do
// not mix. Callers pass no personal data.
import { AsyncLocalStorage } from 'node:async_hooks';
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
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { createExporter } from './exporter.ts';
import type { TracingConfig } from './tracing-config.ts';

export type Part = {
  /** Operations within `work`, also later ones, can become child spans. */
  within<T>(work: () => T): T;
  /** `problem`: a fixed word for the failure, or null. Only the first end counts. */
  end(attributes: Attributes, problem: string | null): void;
};

export type Tracing = {
  /** The first span of this process for something; in the trace of the caller whose headers carry one. */
  outer(name: string, attributes: Attributes, callerHeaders?: Record<string, unknown>): Part;
  /** A call to another service, within the current span. Null without one, or when it is not sampled. */
  inner(describe: () => { name: string; attributes: Attributes }): Part | null;
  /** Sends the pending spans within the time of a stop, and ends tracing. */
  end(): Promise<void>;
};

/** A collector that is away must not hold the stop. */
const endLimitMs = 3_000;

export function createTracing({ log, ...config }: TracingConfig & { log: Log }): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.instance.id': randomUUID(), ...config.resource }),
    ),
    sampler: samplerOf(config.sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(config, log) })],
  });
  const tracer = provider.getTracer('applaud');
  const propagator = new W3CTraceContextPropagator();
  const underWay = new AsyncLocalStorage<Context>();

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Part {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    return {
      within: (work) => underWay.run(context, work),
      end: (more, problem) => {
        if (!span.isRecording()) return;
        span.setAttributes(more);
        if (problem !== null) span.setAttribute('error.type', problem).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    outer: (name, attributes, callerHeaders) => {
      if (!callerHeaders) return begin(name, SpanKind.INTERNAL, attributes, ROOT_CONTEXT);
      const parent = propagator.extract(ROOT_CONTEXT, callerHeaders, defaultTextMapGetter);
      return begin(name, SpanKind.SERVER, attributes, parent);
    },
    inner: (describe) => {
      const parent = underWay.getStore();
      // Work after the response, such as a timer, has no parent.
      if (!parent || !trace.getSpan(parent)?.isRecording()) return null;
      const { name, attributes } = describe();
      return begin(name, SpanKind.CLIENT, attributes, parent);
    },
    end: async () => {
      const ended = provider.shutdown().catch(() => {});
      await Promise.race([ended, wait(endLimitMs, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ root: name, ratio, byParent }: TracingConfig['sampler']): Sampler {
  const roots = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    ratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name]();
  return byParent ? new ParentBasedSampler({ root }) : root;
}
