// The margin rules by category: what has to remain of the sale price, and who moves it.
import { categories } from '../../../contract/category.ts';
import { type FieldPath, fieldsOfSection } from '../../../contract/setting-fields.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

const pathsOf = (category: string): FieldPath[] =>
  fieldsOfSection('margins').filter((path) => path.startsWith(`margins.${category}.`));

export function MarginsSection({ form }: { form: SettingsForm }) {
  const { margins, settingNames } = useSetupTexts();
  return (
    <SettingsPanel id="margins">
      <p className="max-w-prose py-1 text-sm text-muted">{margins.help}</p>
      {categories.map((category) => (
        <fieldset key={category} className="mt-4 border-t border-hairline pt-4 pb-1">
          <legend className="sr-only">{settingNames.categories[category]}</legend>
          <p aria-hidden="true" className="pb-2 text-sm font-semibold">
            {settingNames.categories[category]}
          </p>
          <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4 [&_select]:min-h-[40px]">
            {pathsOf(category).map((path) => (
              <SettingField key={path} form={form} path={path} />
            ))}
          </div>
        </fieldset>
      ))}
    </SettingsPanel>
  );
}
