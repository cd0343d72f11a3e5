// Changes of prices at a time in the future: the dialog that schedules the draft, and the list of those that wait.
import { type ComponentProps, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { offersAfter } from '../../../contract/offer-changes.ts';
import { type OfferSetting, viewsOf } from '../../../contract/offers.ts';
import { isPriceFactField, type PriceFacts, priceFactsBetween, refusalsOfTime } from '../../../contract/price-facts.ts';
import { changesBetween } from '../../../contract/store-settings.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Allowed } from '../allowed.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { settingsCalls } from '../live-calls.ts';
import { shownMessage, usePageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { ChangeList } from './change-list.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { inputOf, offersOf } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';

const listCall = 'GET /api/admin/store-settings/scheduled';
type ScheduledList = AnswerFor<typeof listCall>;
type Scheduled = ScheduledList[number];

const dayMs = 86_400_000;

/** True for a draft that changes prices alone. */
export function canSchedule({ changes, draft }: SettingsForm): boolean {
  return draft.has_offers && changes.every(({ field }) => isPriceFactField(field) || field.endsWith('.own_price'));
}

export function ScheduleDialog({ form, onClose }: { form: SettingsForm; onClose: () => void }) {
  const texts = useSetupTexts().prices.scheduled;
  const zone = form.saved.settings.time_zone;
  const [at, setAt] = useState(`${dayIn(zone, new Date(Date.now() + dayMs))}T00:00`);
  const { data: rows } = useApi(listCall, {});
  const { offers, changes } = planOf(
    form,
    (rows ?? []).filter((row) => row.refusal === null && row.local_time <= at),
  );
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
  return (
    <ChangesDialog
      title={texts.addTitle}
      act={act}
      label={texts.add}
      changes={changes}
      nothing={texts.nothing}
      incomplete={at === '' || !rows || offers.length === 0}
      onClose={onClose}
      onSubmit={(confirm) => act.run({ at, confirm })}
    >
      <TimeField label={texts.time} zone={zone} value={at} onTime={setAt} />
    </ChangesDialog>
  );
}

/**
 * The offers of the draft that differ from the settings of now: each fact that differs from the prices at the chosen time, so that
 * these are then as the draft shows them. Other offers stay as they are scheduled.
 */
function planOf({ saved, draft }: SettingsForm, earlier: readonly Scheduled[]) {
  const now = offersOf(saved.settings);
  const wanted = offersAfter(now, inputOf(draft)).offers;
  const changed = new Set(priceFactsBetween(now, wanted).map(({ id }) => id));
  const then = earlier.reduce((offers, row) => withFacts(offers, row.offers), now);
  const offers = priceFactsBetween(then, wanted).filter(({ id }) => changed.has(id));
  const settingsOf = (all: OfferSetting[]) => ({ ...saved.settings, offers: all, ...viewsOf(all) });
  return { offers, changes: changesBetween(settingsOf(then), settingsOf(withFacts(then, offers))) };
}

function withFacts(offers: OfferSetting[], facts: PriceFacts[]): OfferSetting[] {
  return offersAfter(offers, { ...viewsOf(offers), offers: facts }).offers;
}

type TimeFieldProps = ComponentProps<typeof Field> & { zone: string; onTime: (at: string) => void };

function TimeField({ zone, onTime, ...field }: TimeFieldProps) {
  const { zone: help } = useSetupTexts().prices.scheduled;
  const onChange: TimeFieldProps['onChange'] = ({ target }) => onTime(target.value.slice(0, 16));
  return <Field {...field} help={help(zone)} type="datetime-local" required onChange={onChange} />;
}

/** Nothing while no change is scheduled. */
export function ScheduledPrices({ zone }: { zone: string }) {
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
                <ScheduledRow key={row.id} row={row} zone={zone} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

type RowProps = { row: Scheduled; zone: string };
type DialogProps = RowProps & { onClose: () => void };

function ScheduledRow({ row, zone }: RowProps): Elements {
  const texts = useSetupTexts().prices.scheduled;
  const [opened, setOpened] = useState<'time' | 'back' | null>(null);
  const close = () => setOpened(null);
  const remove = useRemove();
  const { id, at, created_by, changes, refused_at, refusal, refusal_coded } = row;
  const time = formatDate(at, zone);
  const way = refusalsOfTime.includes(refusal_coded?.code ?? '') ? 'time' : 'rule';
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
            {`${refused_at ? texts.refused : texts.blocked} ${shownMessage(refusal_coded, refusal)} ${(refused_at ? texts.refusedHelp : texts.blockedHelp)[way]}`}
          </p>
        )}
      </div>
      <Allowed call="changeScheduledPrices">
        <span className="flex flex-wrap items-start gap-1">
          {refusal === null && changes.length > 0 ? (
            <Button size="sm" aria-label={texts.backNamed(time)} onClick={() => setOpened('back')}>
              {texts.back}
            </Button>
          ) : null}
          <Button size="sm" aria-label={texts.changeNamed(time)} onClick={() => setOpened('time')}>
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
      {opened === 'time' ? <TimeDialog row={row} zone={zone} onClose={close} /> : null}
      {opened === 'back' ? <ReturnDialog row={row} zone={zone} onClose={close} /> : null}
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

/** The prices before a change, again at a time after it: the end of a sale. */
function ReturnDialog({ row, zone, onClose }: DialogProps) {
  const texts = useSetupTexts().prices.scheduled;
  const { local_time, former, changes } = row;
  const [at, setAt] = useState(new Date(Date.parse(`${local_time}Z`) + dayMs).toISOString().slice(0, 16));
  const isLater = at > local_time;
  const act = useAct('POST /api/admin/store-settings/scheduled', {
    answers: listCall,
    renews: settingsCalls,
    done: { title: texts.added },
    onDone: onClose,
  });
  return (
    <ChangesDialog
      title={texts.backTitle}
      act={act}
      label={texts.add}
      changes={changes.map(({ field, before, after }) => ({ field, before: after, after: before }))}
      nothing={texts.nothing}
      incomplete={!isLater}
      onClose={onClose}
      onSubmit={(confirm) => act.run({ body: { at, offers: former, confirm } })}
    >
      <TimeField
        label={texts.backTime}
        zone={zone}
        value={at}
        error={at === '' || isLater ? undefined : texts.backLater}
        onTime={setAt}
      />
    </ChangesDialog>
  );
}

/** Another time. The toast offers the time before, unless the change was refused, or would have been: an undo would not refuse it. */
function TimeDialog({ row, zone, onClose }: DialogProps) {
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
  const undoTime = () => ({
    label: settingsPages.undo,
    run: () => undo.run({ params: { id }, body: { at: row.local_time, offers, confirm: true } }),
  });
  const act = useAct(call, {
    ...change(texts.changed, row.refusal === null ? undoTime : undefined),
    onDone: onClose,
  });
  return (
    <ChangesDialog
      title={texts.changeTitle}
      act={act}
      label={settingsPage.save}
      changes={changes}
      nothing={texts.nothing}
      incomplete={at === ''}
      onClose={onClose}
      onSubmit={(confirm) => act.run({ params: { id }, body: { at, offers, confirm } })}
    >
      <TimeField label={texts.time} zone={zone} value={at} onTime={setAt} />
      <p className="text-muted">{texts.changeHelp}</p>
    </ChangesDialog>
  );
}
