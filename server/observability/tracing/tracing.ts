// Spans of what the store does, sent to an OpenTelemetry collector. Others say what begins and ends. Nothing is registered
// globally, so that several stores in one process do not mix; nothing of a person may be handed in.
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
  /** What happens in `work`, also later in time, may become spans inside this one. */
  within<T>(work: () => T): T;
  /** `problem`: a word of ours for what went wrong, or null. Only the first end counts. */
  end(attributes: Attributes, problem: string | null): void;
};

export type Tracing = {
  /** The first span of this process for something; in the trace of the caller whose headers carry one. */
  outer(name: string, attributes: Attributes, callerHeaders?: Record<string, unknown>): Part;
  /** A call to another party, inside of what is under way here. Null where nothing is, or nothing of it is kept. */
  inner(describe: () => { name: string; attributes: Attributes }): Part | null;
  /** Sends what there is, for as long as a stop may wait; nothing is kept from then on. */
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
      // What goes on after its request was answered, as a timer, belongs to nobody.
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
