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
  const returning = kept('localStorage', 'returning_visitor') === 'true';
  let id = kept('sessionStorage', 'userId');

  const beat = async () => {
    const answer = await send(id ? 'PATCH' : 'POST', `track-user${id ? `/${id}` : ''}`, { page: path });
    if (answer === 404) {
      id = '';
      void beat();
    } else if (answer?.userId) id = kept('sessionStorage', 'userId', answer.userId);
  };

  const record = (keepalive?: boolean) => {
    if (!isPrivate && !hasRecordLeft()) return;
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

  const isPrivate =
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1';
  record();
  if (isPrivate) return;
  kept('localStorage', 'returning_visitor', 'true');
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

/** Keeps a tab below the 20 records a minute that the server takes from one address: browsers log each refusal as an error. */
function hasRecordLeft(): boolean {
  const recent = `${kept('sessionStorage', 'visits')}`.split(' ').filter((at) => Number(at) > Date.now() - 60_000);
  if (recent.length > 17) return false;
  kept('sessionStorage', 'visits', [...recent, Date.now()].join(' '));
  return true;
}

/**
 * The response body, the status of an error response, or undefined without a response. After a refusal, which others
 * behind the same address may cause, nothing is sent for ten minutes.
 */
async function send(method: string, call: string, body: object, keepalive = false) {
  if (Date.now() < Number(kept('sessionStorage', 'visitsPaused'))) return;
  const token = kept('localStorage', 'adminToken');
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const answer = await fetch(`/api/admin/${call}`, { method, headers, keepalive, body: JSON.stringify(body) });
    if (answer.status === 429) kept('sessionStorage', 'visitsPaused', `${Date.now() + 600_000}`);
    return answer.ok ? await answer.json() : answer.status;
  } catch {
    // Blocked, or no network.
  }
}

function kept(store: 'localStorage' | 'sessionStorage', key: string, value?: string): string | undefined {
  try {
    if (value) window[store][key] = value;
    return window[store][key];
  } catch {
    // Storage is blocked or full.
    return value;
  }
}
