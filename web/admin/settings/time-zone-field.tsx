// The time zone of the store: a search by name, its current time, and the progress of the figures' rebuild.
import { isTimeZone, timeZoneNames } from '../../../contract/time-zones.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { useZoneOfStore } from '../store-zone.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Line } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function TimeZoneField({ form }: { form: SettingsForm }) {
  const { fields, store: texts } = useSetupTexts();
  const { data } = useZoneOfStore();
  const nowMs = useNow();
  const zone = form.draft.time_zone.trim();
  const isChanged = zone !== form.saved.settings.time_zone;
  return (
    <div>
      <Line
        form={form}
        path="time_zone"
        label={fields.time_zone.title}
        list="time-zones"
        help={isTimeZone(zone) ? texts.zoneHelp(formatDate(nowMs, zone)) : undefined}
        value={form.draft.time_zone}
        onChange={({ target }) =>
          form.edit((copy) => {
            copy.time_zone = target.value;
          })
        }
      />
      <datalist id="time-zones">
        {timeZoneNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isChanged ? (
        <p className="mt-1.5 text-sm text-muted">{texts.zoneChanged(form.saved.settings.retention.visits)}</p>
      ) : null}
      {data?.next ? (
        <p role="status" className="mt-1.5 text-sm font-semibold">
          {texts.rebuilding(data.next, data.time_zone)}
        </p>
      ) : null}
    </div>
  );
}
