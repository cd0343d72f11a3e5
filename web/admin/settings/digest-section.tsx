// The digest: how often it is sent, when and in which language, with a preview of the real figures.
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { defaultAdminLanguage, isAdminLanguage } from '../../../contract/admin-languages.ts';
import { type DigestPeriod, digestPeriods } from '../../../contract/digest-rules.ts';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { languageTags } from '../../../contract/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Locked } from '../allowed.tsx';
import { Chips } from '../chips.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { useStoreZone } from '../store-zone.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { LetterPreview } from './letter-preview.tsx';
import { SectionFields } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function DigestSection({ form, locked }: { form: SettingsForm; locked: boolean }) {
  const { digest: texts } = useSetupTexts();
  const zone = useStoreZone();
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <SettingsPanel id="digest" help={texts.help}>
      <Locked locked={locked}>
        <div className="grid gap-4">
          <SectionFields form={form} section="digest" only="switches" />
          <div className="grid gap-4 sm:grid-cols-2">
            <SectionFields form={form} section="digest" only="others" help={{ digest_hour: texts.hourHelp(zone) }} />
          </div>
        </div>
      </Locked>
      <div>
        <Button size="sm" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? texts.hide : texts.preview}
        </Button>
      </div>
      {isPreviewed ? <DigestPreview form={form} /> : null}
    </SettingsPanel>
  );
}

function DigestPreview({ form }: { form: SettingsForm }) {
  const { digest: texts } = useSetupTexts();
  const [period, setPeriod] = useState<DigestPeriod>('daily');
  const { digest_language } = form.draft;
  const language = isAdminLanguage(digest_language) ? digest_language : defaultAdminLanguage;
  const digest = useApi(
    'GET /api/admin/mails/digest',
    { query: { period, language } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <p className="max-w-prose text-muted">{texts.previewHelp}</p>
      <Chips
        legend={texts.period}
        options={digestPeriods.map((value) => ({ value, label: texts.periods[value] }))}
        value={period}
        onChange={setPeriod}
      />
      <Loaded query={digest} failed={texts.failed} skeleton="h-162 w-full">
        {(letter) => (
          <LetterPreview
            letter={letter}
            lang={languageTags[language]}
            title={`${texts.periods[period]}, ${ownLanguageNames[language]}`}
          />
        )}
      </Loaded>
    </>
  );
}
