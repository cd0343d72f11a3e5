// The marketing claims of the store: each in every language, with a switch and a confirmation.

import { byName } from '../../../contract/by-name.ts';
import { type ClaimName, claimNames } from '../../../contract/claim-names.ts';
import { languages, languageTags } from '../../../contract/languages.ts';
import { needsConfirmation } from '../../../contract/store-settings.ts';
import { isSupportClaimCovered } from '../../../contract/support-claim.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Line, Tick } from './inputs.tsx';
import { SectionFields } from './setting-field.tsx';
import type { Draft } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function ClaimsSection({ form }: { form: SettingsForm }) {
  const { claims: texts, settingNames } = useSetupTexts();
  const isLive = form.saved.mode === 'live';
  return (
    <SettingsPanel id="claims">
      <p className="pb-1 text-sm text-muted">
        {`${texts.help} ${isLive ? texts.liveHelp : texts.sandboxHelp}${texts.moreHelp}`}
      </p>
      <div className="grid gap-1 py-3">
        <SectionFields form={form} section="claims" />
      </div>
      <p
        aria-hidden="true"
        className="grid auto-cols-fr grid-flow-col gap-x-4 pt-3 pl-44 text-sm font-semibold max-lg:hidden"
      >
        {languages.map((lang) => (
          <span key={lang} className="first-letter:uppercase">
            {settingNames.languages[lang]}
          </span>
        ))}
      </p>
      <ul className="divide-y divide-hairline">
        {claimNames.map((name) => (
          <ClaimRow key={name} name={name} form={form} />
        ))}
      </ul>
    </SettingsPanel>
  );
}

function ClaimRow({ name, form }: { name: ClaimName; form: SettingsForm }) {
  const { claims: texts, settingNames } = useSetupTexts();
  const { draft, edit } = form;
  const { text, shown, confirmed } = draft.claims[name];
  return (
    <li className="grid gap-x-4 gap-y-2.5 py-4 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <div className="lg:pt-2">
        <Tick
          isSwitch
          checked={shown}
          onChange={(checked) =>
            edit((copy) => {
              copy.claims[name].shown = checked;
            })
          }
        >
          <span className="sr-only">{`${texts.show} `}</span>
          <span className="font-semibold">{settingNames.claims[name]}</span>
        </Tick>
      </div>
      <div className="grid gap-x-4 gap-y-2.5 sm:auto-cols-fr sm:grid-flow-col">
        {languages.map((lang) => (
          <Line
            key={lang}
            form={form}
            path={`claims.${name}.text.${lang}`}
            label={`${settingNames.claims[name]}, ${settingNames.languages[lang]}`}
            labelHidden
            lang={languageTags[lang]}
            value={text[lang]}
            onChange={({ target }) =>
              edit((copy) => {
                copy.claims[name].text[lang] = target.value;
                // A changed text needs a new confirmation.
                copy.claims[name].confirmed = false;
              })
            }
          />
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1 text-sm lg:col-start-2">
        {needsConfirmation(name, text) ? (
          <Tick
            checked={confirmed}
            onChange={(checked) =>
              edit((copy) => {
                copy.claims[name].confirmed = checked;
              })
            }
          >
            <span>{texts.confirm}</span>
            <span className="sr-only">{`: ${settingNames.claims[name]}`}</span>
          </Tick>
        ) : (
          <span className="text-muted">{texts.fact}</span>
        )}
        <ClaimNote name={name} form={form} />
      </div>
    </li>
  );
}

function draftHours({ claims, support_hours }: Draft) {
  return { claims, support_hours: byName(languages, (lang) => support_hours[lang].split('\n')) };
}

/** Who confirmed the text, or that the claim is hidden. */
function ClaimNote({ name, form: { draft, saved } }: { name: ClaimName; form: SettingsForm }) {
  const { claims: texts } = useSetupTexts();
  const { text, shown, confirmed } = draft.claims[name];
  const { text: savedText, confirmed_at, confirmed_by } = saved.settings.claims[name];
  if (name === 'support' && shown && saved.mode === 'live' && !isSupportClaimCovered(draftHours(draft))) {
    return <span className="font-medium text-yellow-ink">{texts.hoursMissing}</span>;
  }
  const isSame = languages.every((lang) => text[lang].trim() === savedText[lang]);
  if (confirmed && confirmed_at && isSame) {
    return <span className="text-muted">{texts.confirmed(confirmed_by, formatDate(confirmed_at))}</span>;
  }
  if (shown && !confirmed && saved.mode === 'live' && needsConfirmation(name, text)) {
    return <span className="font-medium text-yellow-ink">{texts.unconfirmed}</span>;
  }
  return null;
}
