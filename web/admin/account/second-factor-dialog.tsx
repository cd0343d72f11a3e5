// Enables two-factor authentication: the app secret, its first code, then the backup codes of a first factor.
import { useEffect, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { QrCode } from '../qr-code.tsx';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { BackupCodesDialog } from './backup-codes.tsx';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSetupTexts();
  const [code, setCode] = useState('');
  const start = useAct('POST /api/admin/second-factor');
  const confirm = useAct('POST /api/admin/second-factor/confirm', {
    renews: ['GET /api/admin/admins'],
    onDone: (answer) => {
      if (!answer?.backupCodes.length) onClose();
    },
  });
  const { run: begin } = start;
  useEffect(() => begin({}), [begin]);
  if (confirm.answer?.backupCodes.length)
    return <BackupCodesDialog codes={confirm.answer.backupCodes} onClose={onClose} />;
  return (
    <FormDialog
      title={account.app}
      act={confirm}
      label={account.switchOn}
      incomplete={!start.answer || code.trim() === ''}
      failure={null}
      onSubmit={() => confirm.run({ body: { code } })}
      onClose={onClose}
    >
      <p>{account.scan}</p>
      <Refusal>{start.failure}</Refusal>
      {start.answer ? (
        <>
          <QrCode text={start.answer.uri} label={account.qrCode} />
          <p className="text-center font-mono break-all select-all">
            {start.answer.secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </>
      ) : (
        <Skeleton className="mx-auto size-44" />
      )}
      <Field
        label={account.appCode}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        value={code}
        error={confirm.failure}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
