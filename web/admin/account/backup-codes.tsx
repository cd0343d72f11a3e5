// The backup codes of the signed-in admin: how many are left, new ones, and the dialog that shows them once.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

/** Only for an admin with a second factor. */
export function BackupCodes() {
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const { backupCodes: left } = useSessionState();
  const [isConfirmed, setConfirmed] = useState(false);
  const renew = useAct('POST /api/admin/second-factor/backup-codes', { onDone: () => setConfirmed(false) });
  if (left === null && !renew.answer) return null;

  function close(): void {
    renew.reset();
    void session.verify();
  }

  return (
    <div className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-sm">
          <p className="font-semibold">{account.backupCodesTitle}</p>
          <p className={left === 0 ? 'text-red-ink' : 'text-muted'}>{account.backupCodesLeft(left ?? 0)}</p>
        </div>
        <Button
          size="sm"
          variant={left === 0 ? 'primary' : 'plain'}
          waiting={renew.isPending && !isConfirmed}
          disabled={renew.isPending}
          onClick={() => (left === 0 ? renew.run({}) : setConfirmed(true))}
        >
          {account.renewCodes}
        </Button>
      </div>
      <Refusal>{isConfirmed ? null : renew.failure}</Refusal>
      {isConfirmed ? (
        <ConfirmDialog
          title={account.renewCodesTitle}
          act={renew}
          label={account.renewCodes}
          onConfirm={() => renew.run({})}
          onClose={() => setConfirmed(false)}
        >
          {account.renewCodesHelp}
        </ConfirmDialog>
      ) : null}
      {renew.answer ? <BackupCodesDialog codes={renew.answer.backupCodes} onClose={close} /> : null}
    </div>
  );
}

export function BackupCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { common } = useTexts();
  const { account } = useSetupTexts();
  const toast = useToast();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: common.copied, tone: 'success' });
    } catch {
      toast({ title: account.notCopied, description: account.notCopiedHelp, tone: 'error' });
    }
  }

  return (
    <Dialog title={account.backupCodes} onClose={onClose}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>{account.backupHelp}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border border-hairline p-4 text-center font-mono select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" onClick={() => void copy()}>
            {account.copy}
          </Button>
          <Button size="sm" variant="primary" onClick={onClose}>
            {account.saved}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
