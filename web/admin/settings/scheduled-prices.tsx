// Changes of prices at a time in the future: the dialog that schedules the draft, and the list of those that wait.
import { useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { offersAfter } from '../../../contract/offers.ts';
import { isPriceFactField, priceFactsBetween } from '../../../contract/price-facts.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Field } from '../../ui/field.tsx';
import { formatDate, shownZone } from '../../ui/format-date.ts';
import { Allowed } from '../allowed.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { settingsCalls } from '../live-calls.ts';
import { shownMessage, usePageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { ChangeList } from './change-list.tsx';
import { PriceQuestion } from './price-question.tsx';
import { inputOf, offersOf } from './settings-draft.ts';
import { readPriceQuestion, type SettingsForm } from './settings-form.ts';

const listCall = 'GET /api/admin/store-settings/scheduled';
type ScheduledList = AnswerFor<typeof listCall>;
type Scheduled = ScheduledList[number];

const dayMs = 86_400_000;

/** True for a draft that changes prices alone. */
export function canSchedule({ changes, draft }: SettingsForm): boolean {
  return draft.has_offers && changes.every(({ field }) => isPriceFactField(field) || field.endsWith('.own_price'));
}

export function ScheduleDialog({ form, onClose }: { form: SettingsForm; onClose: () => void }) {
  const { prices, settingsPage } = useSetupTexts();
  const texts = prices.scheduled;
  const [at, setAt] = useState(`${dayIn(shownZone(), new Date(Date.now() + dayMs))}T00:00`);
  const saved = offersOf(form.saved.settings);
  const offers = priceFactsBetween(saved, offersAfter(saved, inputOf(form.draft)).offers);
  const act = useAct<{ at: string; confirm: boolean }, ScheduledList>(
    (api, body) => api.call('POST /api/admin/store-settings/scheduled', { body: { ...body, offers } }),
    {
      answers: listCall,
      renews: settingsCalls,
      done: { title: texts.added, description: texts.addedHelp },
      onDone: () => {
        form.discard();
        onClose();
      },
    },
  );
  const question = readPriceQuestion(act.error);
  return (
    <FormDialog
      title={texts.addTitle}
      act={act}
      label={question ? settingsPage.priceQuestion.confirm : texts.add}
      failure={question ? null : act.failure}
      incomplete={at === ''}
      onClose={onClose}
      onSubmit={() => act.run({ at, confirm: question !== null })}
    >
      <div className="max-h-[40vh] overflow-y-auto border-y border-hairline py-3">
        <ChangeList changes={form.changes} />
      </div>
      <TimeField value={at} onChange={setAt} />
      {question ? <PriceQuestion packages={question} /> : null}
    </FormDialog>
  );
}

function TimeField({ value, onChange }: { value: string; onChange: (at: string) => void }) {
  const texts = useSetupTexts().prices.scheduled;
  return (
    <Field
      label={texts.time}
      help={texts.zone(shownZone())}
      type="datetime-local"
      required
      value={value}
      onChange={({ target }) => onChange(target.value.slice(0, 16))}
    />
  );
}

/** Nothing while no change is scheduled. */
export function ScheduledPrices() {
  const texts = useSetupTexts().prices.scheduled;
  const query = useApi(listCall, {});
  return (
    <Loaded query={query} failed={texts.failed} skeleton={null}>
      {(rows) =>
        rows.length === 0 ? null : (
          <section aria-labelledby="scheduled-prices" className="mt-4 rounded-card border border-hairline px-4 py-3">
            <h3 id="scheduled-prices" className="font-semibold">
              {texts.title}
            </h3>
            <ul className="divide-y divide-hairline">
              {rows.map((row) => (
                <ScheduledRow key={row.id} row={row} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function ScheduledRow({ row }: { row: Scheduled }): Elements {
  const texts = useSetupTexts().prices.scheduled;
  const [isOpen, setIsOpen] = useState(false);
  const remove = useRemove();
  const { id, at, created_by, changes, refused_at, refusal, refusal_coded } = row;
  const time = formatDate(at);
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 text-sm last:pb-1 lg:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <p className="min-w-0">
        <span className="block font-semibold tabular-nums">{time}</span>
        <span className="block truncate text-muted" title={created_by}>
          {created_by}
        </span>
      </p>
      <div className="grid min-w-0 gap-2">
        {changes.length > 0 ? <ChangeList changes={changes} /> : <p className="text-muted">{texts.nothing}</p>}
        {refusal === null ? null : (
          <p className="rounded-card bg-red-soft px-3 py-2 text-red-ink">
            {`${refused_at ? texts.refused : texts.blocked} ${shownMessage(refusal_coded, refusal)} ${refused_at ? texts.refusedHelp : texts.blockedHelp}`}
          </p>
        )}
      </div>
      <Allowed call="changeScheduledPrices">
        <span className="flex items-start gap-1">
          <Button size="sm" aria-label={texts.changeNamed(time)} onClick={() => setIsOpen(true)}>
            {texts.change}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-label={texts.removeNamed(time)}
            disabled={remove.isPending}
            onClick={() => remove.run({ params: { id } })}
          >
            {texts.remove}
          </Button>
        </span>
      </Allowed>
      {isOpen ? <TimeDialog row={row} onClose={() => setIsOpen(false)} /> : null}
    </li>
  );
}

/** The toast offers to restore it. */
function useRemove() {
  const texts = useSetupTexts().prices.scheduled;
  const { settingsPages } = usePageTexts();
  const restore = useAct('POST /api/admin/store-settings/scheduled/{id}/restore', {
    answers: listCall,
    renews: settingsCalls,
    done: { title: texts.restored },
    failed: texts.notRestored,
  });
  return useAct('DELETE /api/admin/store-settings/scheduled/{id}', {
    answers: listCall,
    renews: settingsCalls,
    done: (_, input) => ({
      title: texts.removed,
      act: { label: settingsPages.undo, run: () => restore.run(input) },
    }),
    failed: texts.notRemoved,
  });
}

/** Another time. The toast offers the time before. */
function TimeDialog({ row, onClose }: { row: Scheduled; onClose: () => void }) {
  const { prices, settingsPage } = useSetupTexts();
  const { settingsPages } = usePageTexts();
  const texts = prices.scheduled;
  const [at, setAt] = useState(row.local_time);
  const { id, offers, changes } = row;
  const change = (done: string, act?: () => { label: string; run: () => void }) => ({
    answers: listCall as typeof listCall,
    renews: settingsCalls,
    done: { title: done, ...(act ? { act: act() } : {}) },
  });
  const call = 'PUT /api/admin/store-settings/scheduled/{id}';
  const undo = useAct(call, { ...change(settingsPages.undone), failed: settingsPages.notUndone });
  const act = useAct(call, {
    ...change(texts.changed, () => ({
      label: settingsPages.undo,
      run: () => undo.run({ params: { id }, body: { at: row.local_time, offers, confirm: true } }),
    })),
    onDone: onClose,
  });
  const question = readPriceQuestion(act.error);
  return (
    <FormDialog
      title={texts.changeTitle}
      act={act}
      label={question ? settingsPage.priceQuestion.confirm : settingsPage.save}
      failure={question ? null : act.failure}
      incomplete={at === ''}
      onClose={onClose}
      onSubmit={() => act.run({ params: { id }, body: { at, offers, confirm: question !== null } })}
    >
      <div className="max-h-[40vh] overflow-y-auto border-y border-hairline py-3">
        <ChangeList changes={changes} />
      </div>
      <TimeField value={at} onChange={setAt} />
      <p className="text-muted">{texts.changeHelp}</p>
      {question ? <PriceQuestion packages={question} /> : null}
    </FormDialog>
  );
}
