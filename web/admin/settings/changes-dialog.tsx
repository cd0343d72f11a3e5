// Changes of settings before they are saved or scheduled. Before a large change of prices, the button confirms the new ones.
import type { ComponentProps } from 'react';
import type { SettingsChange } from '../../../contract/store-settings.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import type { Act } from '../kit/use-act.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { ChangeList } from './change-list.tsx';
import { PriceQuestion } from './price-question.tsx';
import { readPriceQuestion } from './settings-form.ts';

type ChangesDialogProps = Omit<ComponentProps<typeof FormDialog>, 'act' | 'onSubmit'> & {
  act: Pick<Act<never>, 'isPending' | 'failure' | 'error'>;
  changes: readonly SettingsChange[];
  /** The sentence without changes. */
  nothing: string;
  onSubmit: (confirm: boolean) => void;
};

export function ChangesDialog({ act, label, changes, nothing, children, onSubmit, ...dialog }: ChangesDialogProps) {
  const { confirm } = useSetupTexts().settingsPage.priceQuestion;
  const question = readPriceQuestion(act.error);
  return (
    <FormDialog
      {...dialog}
      act={question ? { ...act, failure: null } : act}
      label={question ? confirm : label}
      onSubmit={() => onSubmit(question !== null)}
    >
      <div className="max-h-[40vh] overflow-y-auto border-y border-hairline py-3">
        {changes.length > 0 ? <ChangeList changes={changes} /> : <p className="text-muted">{nothing}</p>}
      </div>
      <div className="flex flex-col gap-3 empty:hidden">{children}</div>
      {question ? <PriceQuestion packages={question} /> : null}
    </FormDialog>
  );
}
