// Tells the store which page is open (TRA-1..10): no cookie, no query, and nothing that a page waits for. What cannot be
// sent is lost. The server reads address and country from the connection.
import { deviceFields } from './device.ts';

/**
 * An app that changes its pages without loading them dispatches `pageturn` at the window. With a GPC or DNT signal one record is sent, which is
 * counted and not kept; nothing more, and nothing is remembered.
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
    } else if (answer?.userId) {
      id = kept('sessionStorage', 'userId', answer.userId);
    }
  };

  const record = (keepalive?: boolean) => {
    const body = {
      ...deviceFields(navigator.userAgent),
      page_url: path,
      session_duration: Math.round((performance.now() - since) / 1000),
      is_returning_visitor: returning,
      // The query of the page that led here may hold what was searched for.
      referrer: document.referrer.replace(/[?#].*/, ''),
      screen_resolution: `${screen.width}x${screen.height}`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: navigator.language,
    };
    void send('POST', 'visitor-analytics', body, keepalive);
  };

  record();
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1') return;
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

/** The answer, or the status of a refusal; nothing where nothing came. */
async function send(method: string, call: string, body: object, keepalive = false) {
  const token = kept('localStorage', 'adminToken');
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const answer = await fetch(`/api/admin/${call}`, { method, headers, keepalive, body: JSON.stringify(body) });
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
    // Forbidden or full.
    return value;
  }
}
