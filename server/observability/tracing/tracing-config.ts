// The tracing options: OpenTelemetry's own variables. Its exporter reads the others (timeout, compression,
// certificates).
import type { Environment } from '../../config/environment.ts';

export type TracingConfig = {
  /** Where the collector takes traces. */
  url: string;
  headers: Record<string, string>;
  sampler: { root: 'on' | 'off' | 'ratio'; ratio: number; byParent: boolean };
  /** The resource attributes, with `service.name`. */
  resource: Record<string, string>;
};

const samplers = ['always_on', 'always_off', 'traceidratio'];
const samplerNames = [...samplers, ...samplers.map((name) => `parentbased_${name}`)];

/** Null: no endpoint is given, or tracing is disabled. */
export function readTracing(environment: Environment): TracingConfig | null {
  const { read, wrong, oneOf } = environment;
  const disabled = read('OTEL_SDK_DISABLED').toLowerCase();
  if (!['', 'true', 'false'].includes(disabled)) wrong('OTEL_SDK_DISABLED', 'must be true or false.');
  const exporter = oneOf('OTEL_TRACES_EXPORTER', 'otlp', ['otlp', 'none']);
  const url = readUrl(environment);
  if (url === null || disabled === 'true' || exporter === 'none') return null;
  // Collectors take both forms of http at one address; gRPC has a port of its own.
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const right = 'must be http/json or http/protobuf (traces go by http, as JSON).';
    oneOf(name, 'http/json', ['http/json', 'http/protobuf'], right);
  }
  const attributes = readPairs('OTEL_RESOURCE_ATTRIBUTES', environment);
  const name = read('OTEL_SERVICE_NAME') || attributes['service.name'] || 'applaud';
  return {
    url,
    headers: {
      ...readPairs('OTEL_EXPORTER_OTLP_HEADERS', environment),
      ...readPairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS', environment),
    },
    sampler: readSampler(environment),
    resource: { ...attributes, 'service.name': name },
  };
}

function readUrl({ read, checkHttpUrl }: Environment): string | null {
  const ofTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const ofAll = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (ofTraces) checkHttpUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ofTraces, false);
  if (ofAll) checkHttpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ofAll, false);
  if (ofTraces) return ofTraces;
  return ofAll ? `${ofAll.replace(/\/+$/, '')}/v1/traces` : null;
}

function readSampler({ read, wrong, oneOf }: Environment): TracingConfig['sampler'] {
  const right = `must be one of ${samplerNames.join(', ')}.`;
  const chosen = oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', samplerNames, right);
  const root = chosen.endsWith('ratio') ? 'ratio' : chosen.endsWith('off') ? 'off' : 'on';
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') || '1');
  if (root === 'ratio' && !(ratio >= 0 && ratio <= 1)) {
    wrong('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1.');
  }
  return { root, ratio, byParent: chosen.startsWith('parentbased_') };
}

// name=value,name=value; a value may be percent-encoded.
function readPairs(variable: string, { read, wrong }: Environment): Record<string, string> {
  const right = 'must be name=value pairs, separated by commas.';
  const pairs = read(variable)
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()] as const;
    });
  try {
    const decoded = pairs.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    if (decoded.some(([name]) => !/^[\w.\-/]+$/.test(name))) wrong(variable, right);
    return Object.fromEntries(decoded);
  } catch {
    wrong(variable, right);
    return {};
  }
}
