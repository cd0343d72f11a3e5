// The tax report by months, countries and rate: on the screen, as a CSV file and on paper. The URL holds the months.
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { dayIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { Chips } from '../chips.tsx';
import { formatDollars } from '../dollars.ts';
import { NoRows, RefreshButton, withValues } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useApi } from '../kit/use-api.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import {
  changeMonths,
  listMonths,
  type Months,
  monthsOf,
  readMonths,
  type TaxPeriod,
  taxPeriods,
} from './tax-period.ts';
import { ratesId, TaxRates } from './tax-rates.tsx';
import { type TaxReport, TaxTable } from './tax-table.tsx';

export default function TaxView() {
  const { finances } = usePageTexts();
  const texts = finances.tax;
  const [params, setParams] = useSearchParams();
  const today = dayIn(shownZone(), new Date());
  const months = readMonths(params, today);
  const query = useApi('GET /api/admin/finances/tax', { query: months }, { placeholderData: keepPreviousData });
  const download = useDownload('tax.csv', (api, body: Months) =>
    api.call('POST /api/admin/finances/tax/export', { body }),
  );
  const set = (next: Months) => setParams(withValues(params, { ...next }), { replace: true });

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{texts.lead(shownZone())}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" waiting={download.isPending} onClick={() => download.run(months)}>
            {texts.csv}
          </Button>
          <Button size="sm" disabled={!query.data} onClick={() => window.print()}>
            {texts.print}
          </Button>
          <RefreshButton query={query} onClick={() => void query.refetch()} />
        </div>
      </div>
      <Period months={months} today={today} onMonths={set} />
      <Loaded query={query} failed={texts.failed} skeleton="h-64 w-full">
        {(report) =>
          report.rows.length === 0 ? (
            <NoRows title={texts.none} help={texts.noneHelp} />
          ) : (
            <Report report={report} busy={query.isPlaceholderData} />
          )
        }
      </Loaded>
      <div className="mt-5 print:hidden">
        <TaxRates />
      </div>
    </>
  );
}

type PeriodProps = { months: Months; today: string; onMonths: (months: Months) => void };

function Period({ months, today, onMonths }: PeriodProps) {
  const { finances } = usePageTexts();
  const texts = finances.tax;
  const pressed = taxPeriods.find((period) => {
    const { from, to } = monthsOf(period, today);
    return from === months.from && to === months.to;
  });
  const chips: { value: TaxPeriod | 'other'; label: string }[] = taxPeriods.map((value) => ({
    value,
    label: texts.periods[value],
  }));
  const options = listMonths(today, months).map((month) => ({ value: month, label: finances.month(`${month}-01`) }));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
      <Chips
        legend={finances.period}
        options={chips}
        value={pressed ?? 'other'}
        onChange={(period) => {
          if (period !== 'other') onMonths(monthsOf(period, today));
        }}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:w-full">
        <SelectField
          label={texts.from}
          options={options}
          value={months.from}
          onChange={(from) => onMonths(changeMonths(months, { from }))}
        />
        <SelectField
          label={texts.to}
          options={options}
          value={months.to}
          onChange={(to) => onMonths(changeMonths(months, { to }))}
        />
      </div>
    </div>
  );
}

function Report({ report, busy }: { report: TaxReport; busy: boolean }) {
  const { finances } = usePageTexts();
  const texts = finances.tax;
  const [first, last] = [finances.month(`${report.from}-01`), finances.month(`${report.to}-01`)];
  const { without_rate: withoutRate } = report.total;
  return (
    <section
      aria-label={texts.title}
      data-print="wide"
      // Also on a large screen: amounts and names of some languages are long.
      className="not-print:[&_div:has(>table)]:overflow-x-auto"
    >
      <h2 className="mb-2 text-base font-semibold">
        {texts.heading(first === last ? first : texts.span(first, last))}
      </h2>
      {withoutRate > 0 ? (
        <p className="mb-3 flex flex-wrap gap-x-2 text-sm text-muted">
          <span>{texts.withoutRate(formatDollars(withoutRate))}</span>
          <a href={`#${ratesId}`} className="font-semibold text-ink underline underline-offset-4 print:hidden">
            {texts.toRates}
          </a>
        </p>
      ) : null}
      <TaxTable report={report} busy={busy} />
      <p className="mt-2 text-sm text-muted">{texts.rounding(shownZone())}</p>
    </section>
  );
}
