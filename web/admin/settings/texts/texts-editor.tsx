// The editor of the texts: language, wording, search and filters, and the list by page.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownLanguageNames } from '../../../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages } from '../../../../contract/languages.ts';
import { presetTitles, textPresets } from '../../../../contract/text-presets.ts';
import { defaultOf, ownTextOf, type TextEntry, type TextSettings } from '../../../../contract/text-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { inputClassName } from '../../../ui/input-class.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAdmin } from '../../admin-context.tsx';
import { Chips } from '../../chips.tsx';
import { LoadFailure } from '../../load-failure.tsx';
import { SearchField } from '../../search-field.tsx';
import { Tick } from '../inputs.tsx';
import { changedKeys } from './changed-texts.ts';
import { placeOf, placeTitles } from './text-places.ts';
import { textsQuery } from './text-queries.ts';
import { TextRow } from './text-row.tsx';
import type { TextsProps } from './texts-props.ts';

const rowsAtOnce = 20;
const presetOptions = textPresets.map((value) => ({ value, label: presetTitles[value] }));

type Filter = { search: string; place: string; isChangedOnly: boolean };

export default function TextsEditor({ form, locked }: TextsProps) {
  const { api } = useAdmin();
  const texts = useQuery(textsQuery(api));
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const [filter, setFilter] = useState<Filter>({ search: '', place: '', isChangedOnly: false });
  const [most, setMost] = useState(rowsAtOnce);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const own = form.draft.texts[language];
  const change = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    setMost(rowsAtOnce);
  };

  if (texts.isPending) return <Skeleton className="h-96 w-full" />;
  if (texts.isError) {
    return <LoadFailure title="Couldn't load the texts" error={texts.error} onRetry={() => void texts.refetch()} />;
  }
  const found = placeTitles.flatMap((title) =>
    texts.data.filter(
      (entry) => placeOf(entry.key).title === title && isFound(entry, language, form.draft.texts, filter),
    ),
  );
  const shown = found.slice(0, most);
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <span aria-hidden="true" className="font-semibold">
          Language
        </span>
        <Chips
          legend="Language"
          options={languages.map((value) => ({
            value,
            label: `${ownLanguageNames[value]}: ${changedKeys(form.draft.texts[value]).length} changed`,
          }))}
          value={language}
          onChange={setLanguage}
        />
        <span aria-hidden="true" className="font-semibold max-sm:mt-2">
          Default texts
        </span>
        <fieldset disabled={locked} className="min-w-0">
          <Chips
            legend={`Default texts, ${ownLanguageNames[language]}`}
            options={presetOptions}
            value={own.preset}
            onChange={(preset) =>
              form.edit((copy) => {
                copy.texts[language].preset = preset;
              })
            }
          />
        </fieldset>
        <p className="max-w-prose text-muted sm:col-start-2">
          {own.preset === 'plain'
            ? 'Plain: calm sentences instead of jokes, exclamation marks and promises.'
            : 'As specified: the texts that the store was specified with.'}{' '}
          Your own texts stay when you switch.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label="Search texts"
          placeholder="Search text or key"
          search={filter.search}
          onChange={(search) => change({ search })}
        />
        <select
          aria-label="Place"
          value={filter.place}
          onChange={({ target }) => change({ place: target.value })}
          className={`${inputClassName} w-full border-edge px-3 py-1.5! text-sm sm:w-56`}
        >
          <option value="">All places</option>
          {placeTitles.map((title) => (
            <option key={title}>{title}</option>
          ))}
        </select>
        <Tick checked={filter.isChangedOnly} onChange={(isChangedOnly) => change({ isChangedOnly })}>
          Changed only
        </Tick>
      </div>
      <p role="status" className="text-muted">
        {found.length === 1 ? '1 text' : `${found.length} texts`}
        {found.length === texts.data.length ? null : ` of ${texts.data.length}`}
      </p>
      <div className="grid min-w-0">
        {placeTitles.map((title) => {
          const entries = shown.filter(({ key }) => placeOf(key).title === title);
          return entries.length === 0 ? null : (
            <section key={title} aria-label={title} className="min-w-0">
              <h3 className="border-b border-hairline pt-3 pb-2 font-semibold">{title}</h3>
              <ul className="divide-y divide-hairline">
                {entries.map((entry) => (
                  <TextRow
                    key={`${language} ${entry.key}`}
                    entry={entry}
                    language={language}
                    form={form}
                    locked={locked}
                    isOpen={openKey === entry.key}
                    onToggle={() => setOpenKey(openKey === entry.key ? null : entry.key)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {found.length > shown.length ? (
        <p>
          <Button size="sm" onClick={() => setMost(most + 4 * rowsAtOnce)}>
            Show more
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function isFound(entry: TextEntry, lang: Language, texts: TextSettings, filter: Filter): boolean {
  const own = ownTextOf(texts[lang], entry.key)?.trim() ?? '';
  if (filter.isChangedOnly && own === '') return false;
  if (filter.place !== '' && placeOf(entry.key).title !== filter.place) return false;
  const { specified, plain } = entry.texts[lang];
  const words = filter.search.toLocaleLowerCase().trim();
  return [entry.key, own, specified, plain ?? '', defaultOf(entry, lang, texts[lang].preset)].some((text) =>
    text.toLocaleLowerCase().includes(words),
  );
}
