// The digest: how often it is sent, when and in which language, with a preview of the real figures.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminLanguages, defaultAdminLanguage, isAdminLanguage } from '../../../contract/admin-languages.ts';
import { type DigestPeriod, digestHours, digestPeriods } from '../../../contract/digest-rules.ts';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { languageTags } from '../../../contract/languages.ts';
import type { LineName } from '../../../contract/plain-settings.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Locked } from '../allowed.tsx';
import { Chips } from '../chips.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { useStoreZone } from '../store-zone.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { inputIdOf, SettingSwitch } from './inputs.tsx';
import { LetterPreview } from './letter-preview.tsx';
import type { SettingsForm } from './settings-form.ts';

export function DigestSection({ form, locked }: { form: SettingsForm; locked: boolean }) {
  const { digest: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const zone = useStoreZone();
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <Panel title={settingsSections.digest}>
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">{texts.help}</p>
        <Locked locked={locked}>
          <div className="grid gap-4">
            {digestPeriods.map((period) => (
              <SettingSwitch key={period} form={form} name={`${period}_digest`}>
                {texts.switches[period]}
              </SettingSwitch>
            ))}
            <div className="grid gap-4 sm:grid-cols-2">
              <Choice form={form} name="digest_hour" help={texts.hourHelp(zone)}>
                {digestHours.map((hour) => (
                  <option key={hour} value={hour}>
                    {`${hour.padStart(2, '0')}:00`}
                  </option>
                ))}
              </Choice>
              <Choice form={form} name="digest_language">
                {adminLanguages.map((language) => (
                  <option key={language} value={language}>
                    {ownLanguageNames[language]}
                  </option>
                ))}
              </Choice>
            </div>
          </div>
        </Locked>
        <div>
          <Button size="sm" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? texts.hide : texts.preview}
          </Button>
        </div>
        {isPreviewed ? <DigestPreview form={form} /> : null}
      </div>
    </Panel>
  );
}

type ChoiceProps = { form: SettingsForm; name: LineName; help?: string; children: ReactNode };

function Choice({ form, name, help, children }: ChoiceProps) {
  const { settingNames } = useSetupTexts();
  const id = inputIdOf(name);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {settingNames.plain[name]}
      </label>
      <select
        id={id}
        value={form.draft[name]}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ target }) =>
          form.edit((copy) => {
            copy[name] = target.value;
          })
        }
        className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
      >
        {children}
      </select>
      {help === undefined ? null : (
        <p id={`${id}-help`} className="mt-1.5 text-muted">
          {help}
        </p>
      )}
    </div>
  );
}

function DigestPreview({ form }: { form: SettingsForm }) {
  const { digest: texts } = useSetupTexts();
  const { api } = useAdmin();
  const [period, setPeriod] = useState<DigestPeriod>('daily');
  const { digest_language } = form.draft;
  const language = isAdminLanguage(digest_language) ? digest_language : defaultAdminLanguage;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['digest-preview', period, language],
    queryFn: ({ signal }) => api.call('GET /api/admin/mails/digest', { query: { period, language } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <p className="max-w-prose text-muted">{texts.previewHelp}</p>
      <Chips
        legend={texts.period}
        options={digestPeriods.map((value) => ({ value, label: texts.periods[value] }))}
        value={period}
        onChange={setPeriod}
      />
      {isPending ? <Skeleton className="h-162 w-full" /> : null}
      {error ? <LoadFailure title={texts.failed} error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <LetterPreview
          letter={data}
          lang={languageTags[language]}
          title={`${texts.periods[period]}, ${ownLanguageNames[language]}`}
        />
      ) : null}
    </>
  );
}
