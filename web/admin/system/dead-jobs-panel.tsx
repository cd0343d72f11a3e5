// The failed jobs with their errors: retry one, or delete it.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useRetryJob } from '../action-items/action-items.ts';
import { Allowed } from '../allowed.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

type DeadJob = AnswerFor<'GET /api/admin/system/checks'>['dead_jobs'][number];

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
  const retry = useRetryJob();
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
            waiting={retry.isPending}
            onClick={() => retry.run({ params: { id } })}
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

function DeleteDialog({ job: { id, name, error }, onClose }: { job: DeadJob; onClose: () => void }) {
  const { system: texts } = useSetupTexts();
  const remove = useAct('DELETE /api/admin/jobs/{id}', {
    renews: ['GET /api/admin/system', 'GET /api/admin/system/checks', 'GET /api/admin/attention'],
    onDone: onClose,
    done: { title: texts.removed },
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      act={remove}
      label={texts.remove}
      onConfirm={() => remove.run({ params: { id } })}
      onClose={onClose}
    >
      <p className="break-words">
        <code>{`${name} `}</code>
        <span className="text-muted">{error}</span>
      </p>
      <p>{texts.removeHelp}</p>
    </ConfirmDialog>
  );
}
