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
import { EraseDialog } from './erase-dialog.tsx';
import { saveFile } from './save-file.ts';

export function DataPrivacySection() {
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
      toast({ title: 'Export downloaded', description: 'It contains personal data. Keep it private.' });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!incomplete && !download.isPending) download.mutate(wanted);
  }

  return (
    <Panel title="Personal data">
      <form onSubmit={submit} className="grid gap-3 py-1">
        <p className="text-sm text-muted">
          When somebody asks what the store keeps about them, or to be forgotten. Make sure first that the request comes
          from the owner of the address.
        </p>
        <div className="max-w-md">
          <Field
            label="Email of the person"
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
            Export
          </Button>
          <Button size="sm" variant="danger" disabled={incomplete} onClick={() => setIsErasing(true)}>
            Erase…
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
            toast({ title: 'Erased', description: `The personal data of ${wanted} was erased.`, tone: 'success' });
          }}
        />
      ) : null}
    </Panel>
  );
}

const nothing = (email: string) => ({ title: 'Nothing found', description: `No data about ${email}.` });
