// The cursors of the shown page of a list in the URL. Pure.

const cursorName = 'after';

/** The cursors of the pages up to the shown one; none for the first page. */
export function readCursors(params: URLSearchParams): readonly string[] {
  return params.getAll(cursorName).filter((cursor) => /^[\w.~-]{1,500}$/.test(cursor));
}

export function withCursors(params: URLSearchParams, cursors: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(cursorName);
  for (const cursor of cursors) next.append(cursorName, cursor);
  return next;
}
