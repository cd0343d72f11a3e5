// The time zone of the store: a search by name, its current time, and the progress of the figures' rebuild.
import { useQuery } from '@tanstack/react-query';
import { isTimeZone, timeZoneNames } from '../../../contract/time-zones.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { timeZoneQuery } from '../store-zone.tsx';
import { Line } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function TimeZoneField({ form }: { form: SettingsForm }) {
  const { api } = useAdmin();
  const { data } = useQuery(timeZoneQuery(api));
  const nowMs = useNow();
  const zone = form.draft.time_zone.trim();
  const isChanged = zone !== form.saved.settings.time_zone;
  return (
    <div>
      <Line
        form={form}
        path="time_zone"
        label="Time zone"
        list="time-zones"
        help={isTimeZone(zone) ? `It is ${formatDate(nowMs, zone)} there.` : undefined}
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
        <p className="mt-1.5 text-sm text-muted">
          Saving rebuilds the figures by the days of this zone. Visitors older than{' '}
          {form.saved.settings.retention.visits} days keep the days they were counted by.
        </p>
      ) : null}
      {data?.next ? (
        <p role="status" className="mt-1.5 text-sm font-semibold">
          The figures are being rebuilt for {data.next}. Until then days and times are in {data.time_zone}.
        </p>
      ) : null}
    </div>
  );
}
