// The origins that may open the websocket: the store's public address, or the requested host.

/** The rule for `createHub`. No origin at all is no page: then the token alone decides. */
export function ownOrigin(publicUrl: string): (origin: string | undefined, host: string | undefined) => boolean {
  const own = parse(publicUrl);
  return (origin, host) => {
    if (origin === undefined) return true;
    const page = parse(origin);
    // Sandboxed and local pages send "null".
    if (!page || !/^https?:$/.test(page.protocol)) return false;
    if (page.origin === own?.origin) return true;
    // Under the page's scheme, so that a named default port and none are the same host.
    return host !== undefined && parse(`${page.protocol}//${host}`)?.host === page.host;
  };
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
