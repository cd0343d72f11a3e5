// Lists of thousands in a browser: orders enough for one, and a way to its end that watches what the page goes through.
import type { Page } from 'playwright-core';

export const longListId = (at: number) => `A${String(at).padStart(11, '0')}`;

/** Puts so many orders into a store, a minute apart: `longListId(0)` is the newest. */
export function longListSql(count: number): string {
  return `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, language,
      post_links, status, payment_status, paid_at, created_at, updated_at)
    select 'A' || lpad(at::text, 11, '0'), 'buyer' || at || '@example.com', 'customer', 'Likes', 1000, 600, 'USD', 'en',
      array['https://www.instagram.com/p/a' || at || '/'], 'paid', 'paid', now(), now() - at * interval '1 minute', now()
    from generate_series(0, ${count - 1}) at`;
}

/**
 * From the top of a page to the end of its list, however often it grows, by `stepPx` a frame; it ends at the link to
 * `lastHref`. Answers the most rows of tables that were in the document at once. Nothing but the page's own work and this
 * runs in the page meanwhile.
 */
export function scrollToTheEnd(page: Page, lastHref: string, stepPx: number, limitMs = 240_000): Promise<number> {
  return page.evaluate(scrollOn, { lastHref, stepPx, limitMs });
}

type Way = { lastHref: string; stepPx: number; limitMs: number };

/** Runs in the page. */
function scrollOn({ lastHref, stepPx, limitMs }: Way): Promise<number> {
  // Knows by itself what comes and goes.
  const rows = document.getElementsByTagName('tr');
  const deadline = performance.now() + limitMs;
  let most = 0;
  return new Promise((resolve, reject) => {
    requestAnimationFrame(step);

    function step(): void {
      most = Math.max(most, rows.length);
      if (document.querySelector(`a[href="${lastHref}"]`)) resolve(most);
      else if (performance.now() > deadline) reject(new Error(`The list came to no end within ${limitMs} ms.`));
      else {
        window.scrollBy(0, stepPx);
        requestAnimationFrame(step);
      }
    }
  });
}
