// The bar of unsaved changes: their number, discard, and a preview before the save.
import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { canSchedule, ScheduleDialog } from './scheduled-prices.tsx';
import type { SettingsForm } from './settings-form.ts';

/** `onProblem` gets the path of the first invalid value, which may be on another page. */
export function SaveBar({ form, onProblem }: { form: SettingsForm; onProblem: (path: string) => void }) {
  const { settingsPage: texts } = useSetupTexts();
  const { prices } = useSetupTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isScheduling, setIsScheduling] = useState(false);
  const { changes, firstProblem } = form;
  if (changes.length === 0 && !isConfirming && !isScheduling) return null;

  function open(dialog: (isOpen: boolean) => void): void {
    if (firstProblem === null) dialog(true);
    else onProblem(firstProblem);
  }

  return (
    <div
      data-part="save-bar"
      className="sticky bottom-0 z-20 max-lg:bottom-[calc(3.25rem+env(safe-area-inset-bottom))] -mx-4 mt-4 border-t border-hairline bg-surface px-4 py-3 sm:mx-0 sm:rounded-t-card sm:border-x sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm font-medium">
          <span>{texts.unsaved(changes.length)}</span>
          {firstProblem === null ? null : <span className="block text-red-ink">{form.problemAt(firstProblem)}</span>}
        </p>
        <div className="flex gap-2">
          <Button size="sm" onClick={form.discard}>
            {texts.discard}
          </Button>
          {canSchedule(form) ? (
            <Allowed call="schedulePrices">
              <Button size="sm" onClick={() => open(setIsScheduling)}>
                {prices.scheduled.add}
              </Button>
            </Allowed>
          ) : null}
          <Button size="sm" variant="primary" onClick={() => open(setIsConfirming)}>
            {texts.review}
          </Button>
        </div>
      </div>
      {isScheduling ? <ScheduleDialog form={form} onClose={() => setIsScheduling(false)} /> : null}
      {isConfirming ? (
        <SaveDialog
          form={form}
          onClose={() => {
            form.save.reset();
            setIsConfirming(false);
          }}
        />
      ) : null}
    </div>
  );
}

function SaveDialog({ form, onClose }: { form: SettingsForm; onClose: () => void }) {
  const { settingsPage: texts } = useSetupTexts();
  const { changes, save } = form;
  const wasLate = save.error instanceof ApiError && save.error.body.version !== undefined;
  return (
    <ChangesDialog
      title={texts.saveTitle}
      act={wasLate ? { ...save, failure: `${save.failure} ${texts.late}` } : save}
      label={texts.save}
      changes={changes}
      nothing={texts.noChanges}
      incomplete={changes.length === 0}
      onClose={onClose}
      onSubmit={(confirm) => save.run({ confirm, onSaved: onClose })}
    />
  );
}
