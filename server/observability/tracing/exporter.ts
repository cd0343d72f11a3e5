// Sends spans to the collector, and logs a failure to send: only traces are lost then.
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import type { TracingConfig } from './tracing-config.ts';

const reportEveryMs = 60_000;

export function createExporter({ url, headers }: Pick<TracingConfig, 'url' | 'headers'>, log: Log): SpanExporter {
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
