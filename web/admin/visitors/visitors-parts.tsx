// The sections of the visitors tab: countries, times, devices, visits, and the funnel.
import type { ReactNode } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { BarChart } from '../../ui/chart.tsx';
import { ChartFrame, type ChartTable, type SwitchWords } from '../../ui/chart-frame.tsx';
import { type ChartTone, paletteTone } from '../../ui/chart-tones.ts';
import { formatDatePtBr, shownZone } from '../../ui/format-date.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { countryName, unknownCountry } from '../country-names.ts';
import { Panel } from '../panel.tsx';
import { VisitorIp } from '../visitor-ip.tsx';
import type { VisitorDashboard } from '../watch-queries.ts';

const mostBars = 12;
const language = 'pt-BR';
const devices: Record<string, string> = { desktop: 'Computador', mobile: 'Celular', tablet: 'Tablet' };

const unknown = (name: string) => (name === unknownCountry ? 'Desconhecido' : name);
const deviceName = (type: string) => devices[type] ?? type;

function placeOf({ city, country }: VisitorDashboard['rawAnalytics'][number]): string {
  const known = [city, countryName(country, language)].filter((name) => name !== unknownCountry);
  return known.join(', ') || 'Desconhecido';
}

export function Geography({ geography: { totalCountries, countries } }: { geography: VisitorDashboard['geography'] }) {
  return (
    <Scrolling title={`Geografia: ${formatCount(totalCountries)} países`} isEmpty={countries.length === 0}>
      <Table
        caption="Visitantes por lugar"
        columns={[
          { label: 'País' },
          { label: 'Cidade' },
          { label: 'Visitantes', align: 'end' },
          { label: 'Parte', align: 'end' },
        ]}
      >
        {countries.map(({ country, city, count, percentage }) => (
          <Row key={`${country} ${city}`}>
            <Cell>{unknown(countryName(country, language))}</Cell>
            <Cell className="max-sm:text-right">{unknown(city)}</Cell>
            <Cell align="end" className="max-sm:text-left">
              {formatCount(count)}
            </Cell>
            <Cell align="end">{percentage.toFixed(1)}%</Cell>
          </Row>
        ))}
      </Table>
    </Scrolling>
  );
}

export function Timeline({ timeline: { peakTime, data } }: { timeline: VisitorDashboard['timeline'] }) {
  const nameOf = ({ hour, day }: { hour?: string; day?: string }) => hour ?? dayName(day ?? '');
  const isEmpty = data.every(({ visitors }) => visitors === 0);
  return (
    <Bars
      title={`Linha do Tempo (${shownZone()})`}
      label="Visitantes ao longo do tempo"
      of={data.some(({ hour }) => hour !== undefined) ? 'Hora' : 'Dia'}
      bars={isEmpty ? [] : data.map((point) => [nameOf(point), point.visitors])}
      tone={() => 'purple'}
    >
      <p className="mb-4 text-sm">
        Pico: <strong>{nameOf(peakTime)}</strong>, {formatCount(peakTime.visitors)} visitantes
      </p>
    </Bars>
  );
}

export function Devices({ devices: { totalCombinations, data } }: { devices: VisitorDashboard['devices'] }) {
  return (
    <Bars
      title={`Dispositivos: ${formatCount(totalCombinations)} combinações`}
      label="Visitantes por dispositivo"
      of="Dispositivo"
      bars={data
        .slice(0, mostBars)
        .map(({ device_type, browser, os, count }) => [
          [deviceName(device_type), unknown(browser), unknown(os)].join(' · '),
          count,
        ])}
    />
  );
}

export function Detail({ visits }: { visits: VisitorDashboard['rawAnalytics'] }) {
  return (
    <Scrolling title="Visitantes Recentes" isEmpty={visits.length === 0}>
      <Table
        caption="Visitantes recentes"
        columns={['Data', 'Página', 'IP', 'Lugar', 'Dispositivo', 'Duração', 'Visitante'].map((label) => ({ label }))}
      >
        {visits.map((visit) => (
          <Row key={visit.id}>
            <Cell className="whitespace-nowrap">{formatDatePtBr(visit.visit_date)}</Cell>
            <Cell className="max-w-60 break-all max-sm:text-right">{visit.page_url}</Cell>
            <Cell className="font-mono text-xs">
              <VisitorIp ip={visit.ip_address} language="pt" />
            </Cell>
            <Cell className="max-sm:text-right">{placeOf(visit)}</Cell>
            <Cell>
              {deviceName(visit.device_type)} · {unknown(visit.browser)}
            </Cell>
            <Cell className="whitespace-nowrap max-sm:text-right">{visit.session_duration} s</Cell>
            <Cell>{visit.is_returning_visitor ? 'Recorrente' : 'Novo'}</Cell>
          </Row>
        ))}
      </Table>
    </Scrolling>
  );
}

type FunnelProps = Pick<VisitorDashboard, 'funnel' | 'excluded'> & { isAdded: boolean };

/** `isAdded`: the counts are sums over several days. */
export function Funnel({ funnel, excluded, isAdded }: FunnelProps) {
  const steps: Bar[] = [
    ['Visita', funnel.visitors],
    ['Escolha do pacote', funnel.picker],
    ['Página do checkout', funnel.checkout],
    ['Checkouts (pedidos criados)', funnel.checkouts],
    ['Pedidos pagos', funnel.paid],
    ['Pedidos entregues', funnel.delivered],
  ];
  return (
    <div className="mt-5 grid gap-5 md:grid-cols-2">
      <Bars title="Funil" label="Da visita à entrega" of="Etapa" bars={steps}>
        {isAdded ? <p className="mb-4 text-sm text-muted">{addedDaily}</p> : null}
      </Bars>
      <Panel title="Não contados">
        {excluded.length === 0 ? <Nothing /> : null}
        <ul className="flex flex-col gap-1.5 text-sm">
          {excluded.map(({ reason, count }) => (
            <li key={reason} className="flex justify-between gap-4">
              <span>{reasons[reason]}</span>
              <span className="font-semibold tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

type Bar = readonly [name: string, count: number];
type BarsProps = {
  title: string;
  label: string;
  /** The column header in the table: the category of the bars. */
  of: string;
  bars: readonly Bar[];
  tone?: (at: number) => ChartTone;
  children?: ReactNode;
};

/** A bar chart with a table of the same counts. */
function Bars({ title, label, of, bars, tone = paletteTone, children }: BarsProps) {
  const table: ChartTable = {
    columns: [{ label: of }, { label: 'Número', align: 'end' }],
    rows: bars.map(([name, count]) => [name, formatCount(count)]),
  };
  return (
    <ChartFrame title={title} words={inPortuguese} table={bars.length === 0 ? null : table}>
      {bars.length === 0 ? (
        <Nothing />
      ) : (
        <>
          {children}
          <BarChart
            label={label}
            bars={bars.map(([name, value], at) => ({ name, value, text: formatCount(value), tone: tone(at) }))}
          />
        </>
      )}
    </ChartFrame>
  );
}

export const addedDaily = 'Visitantes somados por dia: quem volta noutro dia conta de novo.';

const inPortuguese: SwitchWords = {
  chart: 'Gráfico',
  table: 'Tabela',
  asChart: (title) => `Mostrar ${title} como gráfico`,
  asTable: (title) => `Mostrar ${title} como tabela`,
};

const reasons: Record<VisitorDashboard['excluded'][number]['reason'], string> = {
  staff: 'Equipe da loja',
  gpc: 'Sinal GPC do navegador',
  dnt: 'Sinal DNT do navegador',
  bot: 'Robôs',
  program: 'Programas',
  prefetch: 'Páginas abertas antes da hora',
  flood: 'Páginas demais num dia',
};

/** A long list scrolls inside its own box. */
function Scrolling({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Panel title={title}>
      {isEmpty ? <Nothing /> : null}
      {isEmpty ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <section aria-label={title} tabIndex={0} className="max-h-96 overflow-y-auto">
          {children}
        </section>
      )}
    </Panel>
  );
}

function Nothing() {
  return <p className="py-6 text-center text-sm text-muted">Nada neste período.</p>;
}

/** "21/11" */
function dayName(day: string): string {
  return day.split('-').slice(1).reverse().join('/');
}
