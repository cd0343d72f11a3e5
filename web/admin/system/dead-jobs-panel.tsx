// The failed jobs with their errors: retry one, or delete it.
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useRetryJob } from '../action-items/action-items.ts';
import { Allowed } from '../allowed.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type DeadJob, useDeleteJob } from './system-queries.ts';

export function DeadJobsPanel({ jobs, nowMs }: { jobs: readonly DeadJob[]; nowMs: number }) {
  const { system: texts } = useSetupTexts();
  const [deleted, setDeleted] = useState<DeadJob | null>(null);
  return (
    <Panel title={texts.jobs}>
      <p className="max-w-prose text-sm text-muted">{jobs.length === 0 ? texts.noJobs : texts.jobsHelp}</p>
      <ul className="divide-y divide-hairline text-sm">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} nowMs={nowMs} onDelete={() => setDeleted(job)} />
        ))}
      </ul>
      {deleted ? <DeleteDialog job={deleted} onClose={() => setDeleted(null)} /> : null}
    </Panel>
  );
}

function JobRow({ job, nowMs, onDelete }: { job: DeadJob; nowMs: number; onDelete: () => void }) {
  const { system: texts } = useSetupTexts();
  const { isPending, run } = useRetryJob();
  const { id, name, order_id: orderId, at, error } = job;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap gap-x-2">
          <code className="break-all">{name}</code>
          {orderId ? (
            <Link href={orderPath(orderId)} className="font-semibold underline underline-offset-4">
              {`${texts.order} ${orderId}`}
            </Link>
          ) : null}
          <span className="text-muted">
            <RelativeTime at={at} nowMs={nowMs} />
          </span>
        </p>
        <p lang="en" className="break-words text-muted">
          {error}
        </p>
      </div>
      <span className="flex gap-2">
        <Allowed call="retryJob">
          <Button
            size="sm"
            aria-label={texts.retryNamed(name)}
            waiting={isPending}
            onClick={() => run({ params: { id } })}
          >
            {texts.retry}
          </Button>
        </Allowed>
        <Allowed call="deleteJob">
          <Button size="sm" variant="quiet" aria-label={texts.removeNamed(name)} onClick={onDelete}>
            {texts.remove}
          </Button>
        </Allowed>
      </span>
    </li>
  );
}

function DeleteDialog({ job, onClose }: { job: DeadJob; onClose: () => void }) {
  const { system: texts } = useSetupTexts();
  const remove = useDeleteJob(onClose);
  return (
    <Dialog title={texts.removeTitle} onClose={onClose} busy={remove.isPending}>
      <div className="mt-2 grid gap-4 text-sm text-ink">
        <p className="break-words">
          <code>{`${job.name} `}</code>
          <span className="text-muted">{job.error}</span>
        </p>
        <p>{texts.removeHelp}</p>
        <Refusal>{failureOf(remove)}</Refusal>
        <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(job.id)}>
          {texts.remove}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
