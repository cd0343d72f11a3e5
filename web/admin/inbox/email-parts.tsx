// What an email has besides its text: the address for answers, what is folded, and its source where that is not all.

import type { ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAct } from '../kit/use-act.ts';
import { saveFile } from '../save-file.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Thread } from './message-row.tsx';

type Parts = Pick<Thread['message'], 'id' | 'rest' | 'has_source'>;

/** Beside the sender, where answers are wanted at another address. */
export function ReplyToAddress({ address }: { address: string | null }) {
  const { inbox } = usePageTexts();
  if (!address) return null;
  return (
    <span>
      <span>{`, ${inbox.replyToAddress} `}</span>
      <bdi translate="no">{address}</bdi>
    </span>
  );
}

type EmailRestProps = { part: Parts; toLinks: (text: string) => ReactElement };

/** One click away. A search of the browser finds and opens it. */
export function EmailRest({ part: { id, rest, has_source }, toLinks }: EmailRestProps) {
  const { inbox } = usePageTexts();
  return (
    <>
      {rest ? (
        <details className="mt-2 text-muted">
          <summary className="cursor-pointer">{inbox.showRest}</summary>
          <p className="mt-2 break-words whitespace-pre-line">{toLinks(rest)}</p>
        </details>
      ) : null}
      {has_source ? <SourceButton id={id} /> : null}
    </>
  );
}

function SourceButton({ id }: { id: string }) {
  const { inbox } = usePageTexts();
  const download = useAct(
    async (api, params: { id: string }) => {
      saveEmail(await api.call('GET /api/admin/contact-messages/{id}/source', { params }));
    },
    { failed: inbox.downloadFailed },
  );
  return (
    <p className="mt-2">
      <Button size="sm" waiting={download.isPending} disabled={download.isPending} onClick={() => download.run({ id })}>
        {inbox.downloadEmail}
      </Button>
    </p>
  );
}

/** As bytes of no type, so that no browser shows a stranger's HTML. */
function saveEmail({ source }: { source: string }): void {
  const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
  saveFile('email.eml', bytes, 'application/octet-stream');
}
