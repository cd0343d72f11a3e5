// Stack traces name the source files. Node's own way (`--enable-source-maps`) keeps all source maps in memory from the start
// (decision 113); here a map is read when a trace names its file.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type SourceMap = { mappings: string; sources: readonly string[] };
type Position = { source: number; line: number; column: number };

/** A failure that repeats has the same positions. */
const mostKept = 1_000;

/** Files without a map beside them, and files whose map is gone after an update, keep their built positions. */
export function nameSourcesInStackTraces(): void {
  const maps = new Map<string, SourceMap | null>();
  const kept = new Map<string, string>();

  function sourceOf(file: string, line: number, column: number): string {
    const built = `${file}:${line}:${column}`;
    const known = kept.get(built);
    if (known !== undefined) return known;
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    if (!maps.has(path)) maps.set(path, readMap(path));
    const map = maps.get(path);
    const found = map && findPosition(map.mappings, line, column);
    const source = found && map.sources[found.source];
    const name = source ? `${resolve(dirname(path), source)}:${found.line}:${found.column}` : built;
    if (kept.size >= mostKept) kept.clear();
    kept.set(built, name);
    return name;
  }

  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => {
      const text = String(frame);
      const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
      if (!file || file.startsWith('node:') || line === null || column === null) return text;
      return text.replace(`${file}:${line}:${column}`, () => sourceOf(file, line, column));
    });
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ');
  };
}

function readMap(path: string): SourceMap | null {
  try {
    if (path.includes('node_modules') || !existsSync(`${path}.map`)) return null;
    const { mappings, sources } = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
    return { mappings, sources };
  } catch {
    return null;
  }
}

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((one, at) => [one.charCodeAt(0), at]),
);
const [comma, semicolon] = [44, 59];

/** The last mapping of the line that is not behind the column, both counted from 1, as in a stack trace. */
export function findPosition(mappings: string, line: number, column: number): Position | null {
  // Column in the built file; source, line and column there. All but the first go on through the lines.
  const state = [0, 0, 0, 0, 0];
  let found: Position | null = null;
  let [atLine, field, value, shift] = [1, 0, 0, 0];
  for (let at = 0; at <= mappings.length; at += 1) {
    const code = at === mappings.length ? semicolon : mappings.charCodeAt(at);
    if (code === comma || code === semicolon) {
      const [builtColumn = 0, source = 0, sourceLine = 0, sourceColumn = 0] = state;
      if (atLine === line && field > 0 && builtColumn < column)
        found = field > 1 ? { source, line: sourceLine + 1, column: sourceColumn + 1 } : null;
      field = 0;
      if (code === semicolon) {
        if (atLine === line) return found;
        atLine += 1;
        state[0] = 0;
      }
      continue;
    }
    const digit = digits.get(code) ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    state[field] = (state[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    field += 1;
    [value, shift] = [0, 0];
  }
  return null;
}
