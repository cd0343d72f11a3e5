// The measure for the paint of a page: text of the same weight in gzip, without a script, a font or an image.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

export async function barePageOf(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const bytes = gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length;
  const text = `<p>${'A line of text that fills a phone. '.repeat(50)}</p>`;
  // Base64 of random bytes compresses to three quarters of its length.
  const filling = `<!--${randomBytes(bytes)
    .toString('base64')
    .slice(0, Math.ceil((bytes - 300) * (4 / 3)))}-->`;
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const head = `<meta charset="utf-8">${viewport}<link rel="icon" href="data:,"><title>Bare</title>`;
  const body = gzipSync(`<!doctype html><html lang="en"><head>${head}</head><body>${text}${filling}</body></html>`);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  };
  return { headers, body };
}
