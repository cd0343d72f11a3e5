// The page in place of the admin while there is no connection. It loads nothing, and reloads once the browser is online.
import { workerTextsOf } from '../texts/worker-texts.ts';

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:1rem;
padding:1.5rem;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;text-align:center;background:light-dark(#fff,#16181d);
color:light-dark(#16181d,#f2f3f5)}h1{margin:0;font-size:1.25rem}p{margin:0;max-width:26rem}a{justify-self:center;
padding:.75rem 1.25rem;border:1px solid currentColor;border-radius:10px;color:inherit;font-weight:600;text-decoration:none}`;

/** `language`: of the browser. */
export function offlinePage(language: string): Response {
  const { tag, title, body, retry } = workerTextsOf(language);
  const html = `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>${style}</style></head><body><h1>${title}</h1><p>${body}</p><a href="">${retry}</a>
<script>addEventListener('online', () => location.reload())</script></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  });
}
