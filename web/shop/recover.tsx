// A live part of a public page has failed, and React has taken it away: mounts it again, inside an error boundary. A file
// of its own, because a page loads it after a failure only.
import type { ReactElement } from 'react';
import type { Root } from 'react-dom/client';
import { createApi } from '../api.ts';
import { reportFailure } from '../report-failure.ts';
import { Boundary } from '../ui/boundary.tsx';

export function recover(root: Pick<Root, 'render'>, part: ReactElement, cause: unknown): void {
  report(cause);
  root.render(
    <Boundary onError={report} failed={<Failed />} hasFailed>
      {part}
    </Boundary>,
  );
}

/** Names the page only: an address may hold the key of an order. */
function report(cause: unknown): void {
  const [place = 'home'] = /contact|checkout|success|client|order/.exec(window.location.pathname) ?? [];
  reportFailure(createApi(), { stage: 'page', place, cause });
}

/** Its texts come with the document, as the props of the live part do. */
function Failed() {
  const { failed } = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}');
  return (
    <p role="alert" className="notice">
      <span>{`${failed?.text} `}</span>
      <button type="button" className="font-semibold underline" onClick={() => window.location.reload()}>
        {failed?.reload}
      </button>
    </p>
  );
}
