// The editor of the texts: language, wording, search and filters, and the list by page.
import { useState } from 'react';
import { ownLanguageNames, textPresets } from '../../../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages } from '../../../../contract/languages.ts';
import {
  defaultOf,
  ownTextOf,
  type TextCatalogue,
  type TextEntry,
  type TextSettings,
} from '../../../../contract/text-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { inputClassName } from '../../../ui/input-class.ts';
import { Chips } from '../../chips.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useApi } from '../../kit/use-api.ts';
import { SearchField } from '../../search-field.tsx';
import { useSetupTexts } from '../../texts/shown-texts.ts';
import { Tick } from '../inputs.tsx';
import type { SettingsForm } from '../settings-form.ts';
import { changedKeys, placeNames, placeOf } from './text-places.ts';
import { TextRow } from './text-row.tsx';

const rowsAtOnce = 20;

type TextsProps = { form: SettingsForm; locked: boolean };
type Filter = { search: string; place: string; isChangedOnly: boolean };

export default function TextsEditor(props: TextsProps) {
  const { textEditor } = useSetupTexts();
  // The defaults change only with a new version of the store.
  const query = useApi('GET /api/admin/texts', {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loaded query={query} failed={textEditor.failed} skeleton="h-96 w-full">
      {(texts) => <Editor {...props} texts={texts} />}
    </Loaded>
  );
}

function Editor({ form, locked, texts }: TextsProps & { texts: TextCatalogue }) {
  const { settingNames, textEditor, textPlaces } = useSetupTexts();
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const [filter, setFilter] = useState<Filter>({ search: '', place: '', isChangedOnly: false });
  const [most, setMost] = useState(rowsAtOnce);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const own = form.draft.texts[language];
  const change = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    setMost(rowsAtOnce);
  };

  const found = placeNames.flatMap((place) =>
    texts.filter((entry) => placeOf(entry.key) === place && isFound(entry, language, form.draft.texts, filter)),
  );
  const shown = found.slice(0, most);
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <span aria-hidden="true" className="font-semibold">
          {textEditor.language}
        </span>
        <Chips
          legend={textEditor.language}
          options={languages.map((value) => ({
            value,
            label: textEditor.changedIn(ownLanguageNames[value], changedKeys(form.draft.texts[value]).length),
          }))}
          value={language}
          onChange={setLanguage}
        />
        <span aria-hidden="true" className="font-semibold max-sm:mt-2">
          {textEditor.defaults}
        </span>
        <fieldset disabled={locked} className="min-w-0">
          <Chips
            legend={textEditor.defaultsOf(ownLanguageNames[language])}
            options={textPresets.map((value) => ({ value, label: settingNames.presets[value] }))}
            value={own.preset}
            onChange={(preset) =>
              form.edit((copy) => {
                copy.texts[language].preset = preset;
              })
            }
          />
        </fieldset>
        <p className="max-w-prose text-muted sm:col-start-2">
          {`${textEditor.presetHelp[own.preset]} ${textEditor.ownTexts}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={textEditor.search}
          placeholder={textEditor.searchHelp}
          search={filter.search}
          onChange={(search) => change({ search })}
        />
        <select
          aria-label={textEditor.place}
          value={filter.place}
          onChange={({ target }) => change({ place: target.value })}
          className={`${inputClassName} w-full border-edge px-3 py-1.5! text-sm sm:w-56`}
        >
          <option value="">{textEditor.allPlaces}</option>
          {placeNames.map((place) => (
            <option key={place} value={place}>
              {textPlaces[place]}
            </option>
          ))}
        </select>
        <Tick checked={filter.isChangedOnly} onChange={(isChangedOnly) => change({ isChangedOnly })}>
          {textEditor.changedOnly}
        </Tick>
      </div>
      <p role="status" className="text-muted">
        {`${textEditor.count(found.length)}${found.length === texts.length ? '' : textEditor.ofAll(texts.length)}`}
      </p>
      <div className="grid min-w-0">
        {placeNames.map((place) => {
          const entries = shown.filter(({ key }) => placeOf(key) === place);
          return entries.length === 0 ? null : (
            <section key={place} aria-label={textPlaces[place]} className="min-w-0">
              <h3 className="border-b border-hairline pt-3 pb-2 font-semibold">{textPlaces[place]}</h3>
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
            {textEditor.showMore}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function isFound(entry: TextEntry, lang: Language, texts: TextSettings, filter: Filter): boolean {
  const own = ownTextOf(texts[lang], entry.key)?.trim() ?? '';
  if (filter.isChangedOnly && own === '') return false;
  if (filter.place !== '' && placeOf(entry.key) !== filter.place) return false;
  const { specified, plain } = entry.texts[lang];
  const words = filter.search.toLocaleLowerCase().trim();
  return [entry.key, own, specified, plain ?? '', defaultOf(entry, lang, texts[lang].preset)].some((text) =>
    text.toLocaleLowerCase().includes(words),
  );
}
