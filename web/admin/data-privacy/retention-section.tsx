// Data retention: the period for each kind of personal data, and a preview of what a shorter period deletes.
import { keepPreviousData } from '@tanstack/react-query';
import { retentionNames } from '../../../contract/retention.ts';
import { fieldAt, fieldsOfSection } from '../../../contract/setting-fields.ts';
import { fieldProblem } from '../../../contract/settings-rules.ts';
import { formatCount } from '../amounts.ts';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { SectionFields, SettingField } from '../settings/setting-field.tsx';
import { inputOf } from '../settings/settings-draft.ts';
import type { SettingsForm } from '../settings/settings-form.ts';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

const paths = fieldsOfSection('retention').filter((path) => fieldAt(path).kind !== 'switch');

export function RetentionSection({ form }: { form: SettingsForm }) {
  const { retention: texts } = useSetupTexts();
  return (
    <SettingsPanel id="retention">
      <div className="grid gap-4 py-1">
        <p className="max-w-prose text-sm text-muted">{texts.help}</p>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {paths.map((path) => (
            <li key={path}>
              <SettingField form={form} path={path} />
            </li>
          ))}
        </ul>
        <Preview form={form} />
        <SectionFields form={form} section="retention" only="switches" />
      </div>
    </SettingsPanel>
  );
}

/** Covers only shorter periods: a longer period deletes nothing. */
function Preview({ form }: { form: SettingsForm }) {
  const { retention: texts } = useSetupTexts();
  const saved = form.saved.settings.retention;
  const retention = { ...saved, ...inputOf(form.draft).retention };
  const shorter = retentionNames.filter((name) => retention[name] < saved[name]);
  const isRight = retentionNames.every((name) => fieldProblem(`retention.${name}`, retention[name]) === null);
  const preview = useApi(
    'GET /api/admin/retention/preview',
    { query: retention },
    { enabled: isRight && shorter.length > 0, placeholderData: keepPreviousData },
  );
  if (!isRight || shorter.length === 0) return null;
  if (preview.isError) {
    return <LoadFailure title={texts.countFailed} error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  if (!preview.data || preview.isPlaceholderData) return <p className="text-sm text-muted">{texts.counting}</p>;
  const { counts, most } = preview.data;
  const words = shorter.map((name) => {
    const count = formatCount(counts[name]);
    return `${texts.titles[name].toLowerCase()}: ${counts[name] >= most ? texts.orMore(count) : count}`;
  });
  return (
    <p role="status" className="rounded-card bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
      {texts.deletesTonight(words.join(', '))}
    </p>
  );
}
