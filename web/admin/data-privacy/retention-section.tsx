// Data retention: the period for each kind of personal data, and a preview of what a shorter period deletes.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Retention, retentionNames, retentionProblem, retentionTitles } from '../../../contract/retention.ts';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Line, SettingSwitch } from '../settings/inputs.tsx';
import { inputOf } from '../settings/settings-draft.ts';
import type { SettingsForm } from '../settings/settings-form.ts';

const descriptions: Record<keyof Retention, string> = {
  visits: 'Page views. Totals are kept.',
  alerts: 'With the full addresses in them, and failures that pages reported. Those about money stay.',
  sessions: 'Where admins were signed in.',
  mails: 'Who was written to, and whether it arrived.',
  messages: 'With their texts, answered or not.',
  orders: 'Older orders keep their amounts, counts and dates.',
};

export function RetentionSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Retention">
      <div className="grid gap-4 py-1">
        <p className="max-w-prose text-sm text-muted">
          Older records are deleted every night. Orders lose their emails and links only: the rest is kept for
          accounting. The privacy page shows these numbers, unless you wrote your own.
        </p>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {retentionNames.map((name) => (
            <li key={name}>
              <Line
                form={form}
                path={`retention.${name}`}
                label={`${retentionTitles[name]}, days`}
                inputMode="numeric"
                value={draft.retention[name]}
                help={descriptions[name]}
                onChange={({ target }) =>
                  edit((copy) => {
                    copy.retention[name] = target.value;
                  })
                }
              />
            </li>
          ))}
        </ul>
        <Preview form={form} />
        <SettingSwitch form={form} name="full_ip">
          Store full IP addresses of visitors
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.full_ip
            ? 'Visits and open pages are stored with the full address. Many laws treat it as personal data. The privacy page mentions it.'
            : 'Visitor addresses are truncated to their network before storage. Full addresses stored earlier are truncated within minutes.'}
        </p>
      </div>
    </Panel>
  );
}

/** Covers only shorter periods: a longer period deletes nothing. */
function Preview({ form }: { form: SettingsForm }) {
  const { api } = useAdmin();
  const saved = form.saved.settings.retention;
  const retention = { ...saved, ...inputOf(form.draft).retention };
  const shorter = retentionNames.filter((name) => retention[name] < saved[name]);
  const isRight = retentionNames.every((name) => retentionProblem(name, retention[name]) === null);
  const preview = useQuery({
    queryKey: ['retention preview', retention],
    queryFn: ({ signal }) => api.call('GET /api/admin/retention/preview', { query: retention }, { signal }),
    enabled: isRight && shorter.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!isRight || shorter.length === 0) return null;
  if (preview.isError) {
    return (
      <LoadFailure
        title="Failed to count what would be deleted"
        error={preview.error}
        onRetry={() => void preview.refetch()}
      />
    );
  }
  if (!preview.data || preview.isPlaceholderData) return <p className="text-sm text-muted">Counting…</p>;
  const { counts, most } = preview.data;
  const words = shorter.map((name) => {
    const count = counts[name].toLocaleString('en-US');
    return `${retentionTitles[name].toLowerCase()}: ${counts[name] >= most ? `${count} or more` : count}`;
  });
  return (
    <p role="status" className="rounded-card bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
      Saving this deletes tonight, permanently: {words.join(', ')}.
    </p>
  );
}
