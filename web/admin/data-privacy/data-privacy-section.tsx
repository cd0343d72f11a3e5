// Privacy requests: export or erase all data of an email address.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { saveFile } from './save-file.ts';

export function DataPrivacySection() {
  const { personalData: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [isErasing, setIsErasing] = useState(false);
  const wanted = email.trim();
  const incomplete = !/^[^@\s]+@[^@\s]+$/.test(wanted);
  const download = useMutation({
    mutationFn: (of: string) => api.call('POST /api/admin/people/export', { body: { email: of } }),
    onSuccess: (data) => {
      const known = [data.orders, data.mails, data.contact_messages, data.audit, data.alerts, data.saved_filters];
      if (known.every((list) => list.length === 0)) return toast(nothing(data.email));
      saveFile(`personal-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2));
      toast({ title: texts.exported, description: texts.exportedHelp });
    },
  });

  const nothing = (about: string) => ({ title: texts.nothing, description: texts.nothingHelp(about) });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!incomplete && !download.isPending) download.mutate(wanted);
  }

  return (
    <Panel title={settingsSections.people}>
      <form onSubmit={submit} className="grid gap-3 py-1">
        <p className="text-sm text-muted">{texts.help}</p>
        <div className="max-w-md">
          <Field
            label={texts.email}
            type="email"
            name="person-email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <Refusal>{failureOf(download)}</Refusal>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" waiting={download.isPending} disabled={incomplete || download.isPending}>
            {texts.export}
          </Button>
          <Button size="sm" variant="danger" disabled={incomplete} onClick={() => setIsErasing(true)}>
            {texts.erase}
          </Button>
        </div>
      </form>
      {isErasing ? (
        <EraseDialog
          email={wanted}
          onClose={() => setIsErasing(false)}
          onErased={(count) => {
            setIsErasing(false);
            if (count === 0) return toast(nothing(wanted));
            setEmail('');
            toast({ title: texts.erased, description: texts.erasedHelp(wanted), tone: 'success' });
          }}
        />
      ) : null}
    </Panel>
  );
}
