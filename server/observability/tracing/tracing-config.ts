// The tracing options: OpenTelemetry's own variables. Its exporter reads the others (timeout, compression,
// certificates).
import { isHttpUrl, oneOf, type Read, type Wrong } from '../../config/config-values.ts';

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
export function tracingOf(read: Read, wrong: Wrong): TracingConfig | null {
  const disabled = oneOf(read('OTEL_SDK_DISABLED').toLowerCase(), 'false', ['true', 'false'], () =>
    wrong('OTEL_SDK_DISABLED', 'must be true or false.'),
  );
  const exporter = oneOf(read('OTEL_TRACES_EXPORTER'), 'otlp', ['otlp', 'none'], () =>
    wrong('OTEL_TRACES_EXPORTER', 'must be otlp or none.'),
  );
  const url = urlOf(read, wrong);
  if (url === null || disabled === 'true' || exporter === 'none') return null;
  refuseGrpc(read, wrong);
  const attributes = pairsOf('OTEL_RESOURCE_ATTRIBUTES', read, wrong);
  const name = read('OTEL_SERVICE_NAME') || attributes['service.name'] || 'applaud';
  return {
    url,
    headers: {
      ...pairsOf('OTEL_EXPORTER_OTLP_HEADERS', read, wrong),
      ...pairsOf('OTEL_EXPORTER_OTLP_TRACES_HEADERS', read, wrong),
    },
    sampler: samplerOf(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG'), wrong),
    resource: { ...attributes, 'service.name': name },
  };
}

function urlOf(read: Read, wrong: Wrong): string | null {
  const ofTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const ofAll = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const right = 'must be an absolute http or https address.';
  if (ofTraces && !isHttpUrl(ofTraces)) wrong('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', right);
  if (ofAll && !isHttpUrl(ofAll)) wrong('OTEL_EXPORTER_OTLP_ENDPOINT', right);
  if (ofTraces) return ofTraces;
  return ofAll ? `${ofAll.replace(/\/+$/, '')}/v1/traces` : null;
}

// Collectors take both forms of http at one address; the other protocol has a port of its own.
function refuseGrpc(read: Read, wrong: Wrong): void {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    oneOf(read(name), 'http/json', ['http/json', 'http/protobuf'], () =>
      wrong(name, 'must be http/json or http/protobuf (traces go by http, as JSON).'),
    );
  }
}

function samplerOf(name: string, given: string, wrong: Wrong): TracingConfig['sampler'] {
  const chosen = oneOf(name, 'parentbased_always_on', samplerNames, () =>
    wrong('OTEL_TRACES_SAMPLER', `must be one of ${samplerNames.join(', ')}.`),
  );
  const root = chosen.endsWith('ratio') ? 'ratio' : chosen.endsWith('off') ? 'off' : 'on';
  const ratio = Number(given || '1');
  if (root === 'ratio' && !(ratio >= 0 && ratio <= 1)) {
    wrong('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1.');
  }
  return { root, ratio, byParent: chosen.startsWith('parentbased_') };
}

// name=value,name=value; a value may be percent-encoded.
function pairsOf(variable: string, read: Read, wrong: Wrong): Record<string, string> {
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
