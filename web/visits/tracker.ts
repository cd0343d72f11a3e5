// Reports the open page to the store. It uses no cookie, never delays the page and drops failed requests. The server
// derives address and country from the connection.
import { lenientPreference } from '../../contract/lenient.ts';

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
    // The store has forgotten this page.
    if (answer?.code === 'not_found') {
      id = '';
      void beat();
    } else if (answer?.userId) id = kept('sessionStorage', 'userId', answer.userId);
  };

  const record = (keepalive?: boolean) => {
    const body = {
      ...deviceFields(navigator.userAgent),
      page_url: path,
      session_duration: Math.round((performance.now() - since) / 1000),
      is_returning_visitor: returning,
      // Strips the query of the referrer, which may contain search terms.
      referrer: document.referrer.replace(/[?#].*/, ''),
      screen_resolution: `${screen.width}x${screen.height}`,
      timezone: timeZone(),
      language: navigator.language,
    };
    void send('POST', 'visitor-analytics', body, keepalive);
  };

  // As in web/shop/visit-source.ts: this file imports none (web/testing-privacy-signals.ts).
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

/**
 * The body of the response, or undefined without one. A refusal is a body, too: one address may send 20 records a
 * minute, and several tabs or visitors share it.
 */
async function send(method: string, call: string, body: object, keepalive = false) {
  const token = kept('localStorage', 'adminToken');
  const headers = {
    'content-type': 'application/json',
    prefer: lenientPreference,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  try {
    return await (await fetch(`/api/admin/${call}`, { method, headers, keepalive, body: JSON.stringify(body) })).json();
  } catch {
    // Blocked, no network, or not JSON.
  }
}

/** `Temporal` takes 0.1 ms. The first use of `Intl` in a tab takes 60 ms (docs/performance.md, "Public pages"). */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
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

// Browser and device classes for a visit record, the same as in contract/user-agents.ts of the admin pages. Duplicated,
// because a shared module would become an extra file for every public page.

type Classes = readonly (readonly [name: string, pattern: RegExp])[];

const browsers: Classes = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
];

const systems: Classes = [
  ['Windows', /Windows/],
  ['iPadOS', /iPad/],
  ['iOS', /iPhone|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

const types: Classes = [
  ['tablet', /iPad|Tablet|PlayBook|Silk|^(?!.*Mobile).*Android/],
  ['mobile', /Mobi|iPhone|iPod|Android/],
  ['desktop', /^/],
];

export function deviceFields(userAgent: string) {
  const classOf = (classes: Classes, other = 'Unknown') =>
    classes.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? other;
  const type = classOf(types);
  const os = classOf(systems);
  // Pages in apps name no browser: they are shown by the one of the system.
  const isSafari =
    /^iP|^iOS/.test(os) || (os === 'macOS' && /AppleWebKit\//.test(userAgent)) || /Version\/.*Safari/.test(userAgent);
  const bySystem = os === 'Android' ? 'Chrome' : isSafari ? 'Safari' : 'Unknown';
  return {
    is_mobile: type === 'mobile',
    device_type: type,
    browser: classOf(browsers, bySystem),
    os,
    user_agent: userAgent,
  };
}
