// Exports or erases all data of an email address. For the settings and the page of a customer.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useTextLanguage, useTexts } from '../texts/shown-texts.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { saveFile } from './save-file.ts';

type PersonActsProps = { email: string; disabled?: boolean; onErased: () => void };

export function PersonActs({ email, disabled = false, onErased }: PersonActsProps) {
  const { personalData: texts } = useTexts();
  const lang = useTextLanguage();
  const { api } = useAdmin();
  const toast = useToast();
  const [isErasing, setIsErasing] = useState(false);
  const nothing = () => toast({ title: texts.nothing, description: texts.nothingHelp(email) });
  const download = useMutation({
    mutationFn: () => api.call('POST /api/admin/people/export', { body: { email } }),
    onSuccess: (data) => {
      if (Object.values(data).every((list) => !Array.isArray(list) || list.length === 0)) return nothing();
      saveFile(`personal-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2));
      toast({ title: texts.exported, description: texts.exportedHelp });
    },
  });

  return (
    <div lang={lang} className="grid gap-3">
      <Refusal>{failureOf(download)}</Refusal>
      <div className="flex flex-wrap gap-2">
        <Allowed call="exportPerson">
          <Button
            size="sm"
            waiting={download.isPending}
            disabled={disabled || download.isPending}
            onClick={() => download.mutate()}
          >
            {texts.export}
          </Button>
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
