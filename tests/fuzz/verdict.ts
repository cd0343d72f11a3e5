// What is wrong with an answer to a hostile request, one line each: everything here holds whatever was asked.
import { tmpdir } from 'node:os';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { endpoints } from '../../contract/index.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { callerFaults } from './callers.ts';
import { trackingFaults } from './codes.ts';
import { unescapedMark } from './edge-values.ts';
import type { FuzzRequest } from './fuzz.ts';
import type { Answer, Outcome } from './wire.ts';

/** Any call may be refused for these, whatever it declares. */
const general: readonly ErrorCode[] = [
  ...(['invalid_input', 'invalid_json', 'not_found', 'method_not_allowed', 'head_too_large'] as const),
  // A compressed body, which a GET may carry too.
  'unsupported_media_type',
];
/**
 * The only answers of 500 and above, and only where the call declares them: what a party outside said or did not say.
 * Neither that the store is busy nor that it does not know: it is healthy here.
 */
const outside: readonly ErrorCode[] = [
  ...(['gateway_unavailable', 'gateway_refused', 'refund_refused'] as const),
  // While the operator pauses it, which one of the requests may do.
  'checkout_paused',
  ...(['provider_refused', 'provider_unavailable', 'provider_unknown'] as const),
];

const leaks: readonly RegExp[] = [
  /\n\s+at \S+/,
  /\bat (async )?[\w.<>]+ \(/,
  /\.(ts|js|mjs):\d+/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from)\b[^.]{0,200}\b(from|values|set|where)\b/i,
  /syntax error|violates|relation "|column "|invalid input syntax|invalid byte sequence|out of range for type/i,
  /\b(ENOENT|EACCES|EPERM)\b/,
  /\b(TypeError|RangeError|SyntaxError|ZodError|DrizzleQueryError|PostgresError)\b/,
  /\[object Object\]/,
];

export function faultsOf(request: FuzzRequest, outcome: Outcome, secrets: readonly string[]): string[] {
  if ('lost' in outcome) return lossOf(request, outcome.lost);
  const named: Endpoint | null = request.name === null ? null : endpoints[request.name];
  // Under another method it is no call.
  const declared = named?.method === request.method ? named : null;
  const text = textOf(outcome);
  const found: string[] = [];
  if (text === null) return ['its encoding is not what it says'];
  if (outcome.tookMs > 10_000) found.push(`it took ${Math.round(outcome.tookMs)} ms`);
  if (outcome.headers['x-content-type-options'] !== 'nosniff' && outcome.status !== 304)
    found.push(`${outcome.status} without nosniff`);
  if (outcome.headers['x-powered-by']) found.push('a header that nobody needs');
  if (outcome.headers['set-cookie'] && !maySetCookie(request, outcome)) found.push('a cookie');
  for (const leak of leaks) if (leak.test(withoutScripts(text))) found.push(`it tells of its inside: ${leak}`);
  for (const secret of [projectRoot(), `${tmpdir()}/applaud`, ...secrets]) {
    if (text.includes(secret)) found.push('it tells a path or a secret');
  }
  if (/html/.test(String(outcome.headers['content-type'])) && text.includes(unescapedMark)) found.push('not escaped');
  if (request.method === 'HEAD' || outcome.status === 304) return found;
  const { code } = (readJson(text) ?? {}) as { code?: unknown };
  found.push(...callerFaults(request.caller, declared, outcome.status, code));
  if (outcome.status >= 400) found.push(...refusalFaults(declared, outcome, text));
  else if (declared && outcome.status === 200)
    found.push(...shapeFaults(declared, text), ...trackingFaults(request, outcome.headers['order-code'], text));
  else if (declared) found.push(`it answers ${outcome.status}`);
  return found;
}

// Of a bound session: where it begins, is proved again, or ends.
const withCookie: readonly (string | null)[] = [
  'login',
  'acceptInvitation',
  'passkeyLogin',
  'stepUp',
  'stepUpByPasskey',
  'logout',
];

function maySetCookie({ name }: FuzzRequest, { status, headers }: Answer): boolean {
  const cookies = [headers['set-cookie'] ?? []].flat();
  const isOwn = cookies.every((cookie) =>
    /^(__Host-)?applaud_session=\w*; HttpOnly; SameSite=Strict; Path=\//.test(cookie),
  );
  return status === 200 && withCookie.includes(name) && isOwn;
}

function lossOf({ method, body, path, headers }: FuzzRequest, lost: string): string[] {
  const size = body?.length ?? 0;
  // What cannot be read is answered with a sentence, though it may have been a HEAD.
  if (method === 'HEAD' && lost === 'HPE_CLOSED_CONNECTION') return [];
  // The store hangs up on who sends more than it takes: the answer may be lost on the way.
  if (size > 32_768 && /ECONNRESET|EPIPE/.test(lost)) return [];
  return [`no answer came (${lost}), to ${size} bytes at ${path.slice(0, 80)} ${Object.keys(headers).length}`];
}

function refusalFaults(declared: Endpoint | null, { status, headers }: Answer, text: string): string[] {
  const found = declared ? statusFaults(declared, status, text) : status >= 500 ? [`a page answers ${status}`] : [];
  if (!declared && /html/.test(String(headers['content-type']))) return found;
  const body = readJson(text) as { message?: unknown; status?: unknown; error?: unknown } | null;
  const sentence = typeof body === 'object' && body !== null && typeof body.message === 'string' ? body.message : '';
  if (!/application\/json/.test(String(headers['content-type']))) found.push('a refusal that is no JSON');
  if (!/^\S.* .*\S$/s.test(sentence)) found.push(`a refusal without a sentence: ${text.slice(0, 200)}`);
  if (sentence.length > 400) found.push(`a sentence of ${sentence.length} characters`);
  if (declared?.errorBody === 'status' && body?.status !== 'error') found.push('the old shape of refusals is missing');
  if (declared?.errorBody === 'error' && body?.error !== sentence) found.push('the old shape of refusals is missing');
  if (status === 429 && !/^\d+$/.test(String(headers['retry-after']))) found.push('no Retry-After');
  return found;
}

function statusFaults(declared: Endpoint, status: number, text: string): string[] {
  const may = new Set<ErrorCode>([...declared.errors, ...general]);
  if (declared.input.body || declared.method !== 'GET') may.add('payload_too_large');
  if (declared.access !== 'public') may.add('unauthorized');
  if (declared.stepUp) may.add('step_up');
  if (declared.access !== 'public') may.add('no_scope').add('no_role');
  if (declared.limit) may.add('rate_limited');
  const allowed = [...may].filter((code) => errors[code].status < 500 || outside.includes(code));
  if (allowed.some((code) => errors[code].status === status)) return [];
  return [`it answers ${status}, which the call does not declare: ${text.slice(0, 200)}`];
}

function shapeFaults({ output }: Endpoint, text: string): string[] {
  const read = output.safeParse(readJson(text));
  return read.success ? [] : [`its shape is not the one of the contract: ${read.error.issues[0]?.message}`];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null where it cannot be unpacked. */
export function textOf({ headers, body }: Answer): string | null {
  const encoding = headers['content-encoding'];
  try {
    if (body.length === 0 || encoding === undefined) return body.toString();
    if (encoding === 'gzip') return gunzipSync(body).toString();
    return encoding === 'br' ? brotliDecompressSync(body).toString() : null;
  } catch {
    return null;
  }
}

// Code of the pages may hold any word.
function withoutScripts(text: string): string {
  return text.replace(/<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>/g, '');
}
