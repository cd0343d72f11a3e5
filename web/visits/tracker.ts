// Reports the open page to the store. It uses no cookie, never delays the page and drops failed requests. The server
// derives address and country from the connection.
import { deviceFields } from './device.ts';

/**
 * A single-page app dispatches `pageturn` on the window after a navigation. With a GPC or DNT signal, one record is
 * sent; the server counts it without storing it, and the browser stores nothing.
 */
export function track(): void {
  let path = location.pathname;
  let since = performance.now();
  const returning = kept('returning_visitor') === 'true';
  let id = kept('userId', '', 'sessionStorage');

  const beat = async () => {
    if (isPaused() || (!id && !hasLeft('newIds', 28, 3_600_000))) return;
    const answer = await send(id ? 'PATCH' : 'POST', `track-user${id ? `/${id}` : ''}`, { page: path });
    if (answer === 404) {
      id = '';
      void beat();
    } else if (answer?.userId) id = kept('userId', answer.userId, 'sessionStorage');
  };

  const record = (keepalive?: boolean) => {
    if (!isPrivate() && (isPaused() || !hasLeft('visits', 18, 60_000))) return;
    const body = {
      ...deviceFields(navigator.userAgent),
      page_url: path,
      session_duration: Math.round((performance.now() - since) / 1000),
      is_returning_visitor: returning,
      // Strips the query of the referrer, which may contain search terms.
      referrer: document.referrer.replace(/[?#].*/, ''),
      screen_resolution: `${screen.width}x${screen.height}`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: navigator.language,
    };
    void send('POST', 'visitor-analytics', body, keepalive);
  };

  record();
  if (isPrivate()) return;
  kept('returning_visitor', 'true');
  void beat();
  setInterval(beat, 30_000);
  setInterval(record, 60_000);
  addEventListener('pagehide', () => record(true));
  addEventListener('pageturn', () =>
    setTimeout(() => {
      path = location.pathname;
      since = performance.now();
      record();
      void beat();
    }, 100),
  );
}

function isPrivate(): boolean {
  return !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1';
}

/** Counts a call of any tab of this browser, so that they stay below what the server takes from one address. */
function hasLeft(key: string, most: number, windowMs: number): boolean {
  const now = Date.now();
  const recent = `${kept(key)}`.split(' ').filter((at) => Number(at) > now - windowMs);
  if (recent.length >= most) return false;
  kept(key, [...recent, now].join(' '));
  return true;
}

/** Browsers log each refusal as an error: after one, which others behind the address may cause, no tab sends anything. */
function isPaused(): boolean {
  return Date.now() < Number(kept('visitsPaused'));
}

/** The response body, the status of an error response, or undefined without a response. */
async function send(method: string, call: string, body: object, keepalive = false) {
  const token = kept('adminToken');
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const answer = await fetch(`/api/admin/${call}`, { method, headers, keepalive, body: JSON.stringify(body) });
    if (answer.status === 429 && !isPrivate()) kept('visitsPaused', `${Date.now() + 600_000}`);
    return answer.ok ? await answer.json() : answer.status;
  } catch {
    // Blocked, or no network.
  }
}

function kept(key: string, value?: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  try {
    if (value) window[storage][key] = value;
    return window[storage][key] as string | undefined;
  } catch {
    // Storage is blocked or full.
    return value;
  }
}
