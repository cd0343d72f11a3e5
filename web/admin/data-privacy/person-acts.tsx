// Exports or erases all data of an email address. For the settings and the page of a customer.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Allowed } from '../allowed.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { saveFile } from '../save-file.ts';
import { usePageTexts, useTextLanguage } from '../texts/shown-texts.ts';

type PersonActsProps = { email: string; disabled?: boolean; onErased: () => void };

export function PersonActs({ email, disabled = false, onErased }: PersonActsProps) {
  const { personalData: texts } = usePageTexts();
  const lang = useTextLanguage();
  const toast = useToast();
  const [isErasing, setIsErasing] = useState(false);
  const nothing = () => toast({ title: texts.nothing, description: texts.nothingHelp(email) });
  const download = useAct('POST /api/admin/people/export', {
    onDone: (data) => {
      if (!data || Object.values(data).every((list) => !Array.isArray(list) || list.length === 0)) return nothing();
      saveFile(
        `personal-data-${data.exported_at.slice(0, 10)}.json`,
        JSON.stringify(data, null, 2),
        'application/json',
      );
      toast({ title: texts.exported, description: texts.exportedHelp });
    },
  });

  return (
    <div lang={lang} className="grid gap-3">
      <Refusal>{download.failure}</Refusal>
      <div className="flex flex-wrap gap-2">
        <Allowed call="exportPerson">
          <RunButton act={download} disabled={disabled} onClick={() => download.run({ body: { email } })}>
            {texts.export}
          </RunButton>
        </Allowed>
        <Allowed call="erasePerson">
          <Button size="sm" variant="danger" disabled={disabled} onClick={() => setIsErasing(true)}>
            {texts.eraseDots}
          </Button>
        </Allowed>
      </div>
      {isErasing ? (
        <EraseDialog
          email={email}
          onClose={() => setIsErasing(false)}
          onErased={(count) => {
            setIsErasing(false);
            if (count === 0) return nothing();
            toast({ title: texts.erased, description: texts.erasedHelp(email), tone: 'success' });
            onErased();
          }}
        />
      ) : null}
    </div>
  );
}

type EraseDialogProps = { email: string; onClose: () => void; onErased: (count: number) => void };

/** Which data is deleted, which data stays, and that it cannot be undone. */
function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const { personalData: texts } = usePageTexts();
  const queries = useQueryClient();
  const erase = useAct('POST /api/admin/people/erase', {
    onDone: (answer) => {
      // Orders, customers, alerts and the audit log may all contain data of the person.
      void queries.invalidateQueries();
      onErased(Object.values(answer?.erased ?? {}).reduce((sum, count) => sum + count, 0));
    },
  });
  return (
    <ConfirmDialog
      title={texts.eraseTitle}
      act={erase}
      label={texts.erase}
      onConfirm={() => erase.run({ body: { email } })}
      onClose={onClose}
    >
      <p className="break-words">{texts.eraseHelp(email)}</p>
      <div>
        <p className="font-semibold">{texts.goes}</p>
        <p className="text-muted">{texts.goesHelp}</p>
      </div>
      <div>
        <p className="font-semibold">{texts.stays}</p>
        <p className="text-muted">{texts.staysHelp}</p>
      </div>
      <p className="text-muted">{texts.elsewhere}</p>
    </ConfirmDialog>
  );
}
