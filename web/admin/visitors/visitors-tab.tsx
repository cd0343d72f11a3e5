// The visitors tab: figures of a day, a week or a month, sources, times, devices, and visits.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { StatCard } from '../stat-card.tsx';
import { type VisitorDashboard, type VisitorPeriod, visitorsQuery } from '../watch-queries.ts';
import { Detail, Devices, Funnel, Geography, Timeline } from './visitors-parts.tsx';

const periods: readonly { value: VisitorPeriod; label: string }[] = [
  { value: 'day', label: 'Dia' },
  { value: 'week', label: 'Semana' },
  { value: 'month', label: 'Mês' },
];
type Part = 'geography' | 'timeline' | 'devices' | 'detail';
const parts: readonly { value: Part; label: string }[] = [
  { value: 'geography', label: 'Geografia' },
  { value: 'timeline', label: 'Linha do Tempo' },
  { value: 'devices', label: 'Dispositivos' },
  { value: 'detail', label: 'Detalhes' },
];

export default function VisitorsTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.visitors);
  const { readToken, session } = useAdmin();
  const { tokenExpiry } = useSessionState();
  const toast = useToast();
  const [period, setPeriod] = useState<VisitorPeriod>('day');
  const [part, setPart] = useState<Part>('geography');
  const { data, error, errorUpdatedAt, refetch } = useQuery(visitorsQuery(readToken, period));
  const isOver =
    (error instanceof ApiError && error.status === 401) ||
    (error !== null && tokenExpiry !== null && tokenExpiry * 1000 <= Date.now());
  const failure = error !== null && !isOver ? error.message : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows a toast, also a repeated one.
  useEffect(() => {
    if (isOver) toast({ title: 'Sessão Expirada', description: 'Entre novamente para continuar.', tone: 'error' });
    if (failure !== null)
      toast({ title: 'Erro', description: `Falha ao carregar analytics: ${failure}`, tone: 'error' });
  }, [errorUpdatedAt, isOver, failure, toast]);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <PageHeading of="visitors" />
        <Chips legend="Período" options={periods} value={period} onChange={setPeriod} />
      </div>
      {isOver ? (
        <Trouble title="Sessão Expirada" action="Entrar novamente" onAct={session.end}>
          Entre novamente para continuar.
        </Trouble>
      ) : null}
      {failure !== null ? (
        <Trouble title="Erro ao carregar dados" action="Tentar novamente" onAct={() => void refetch()}>
          {failure}
        </Trouble>
      ) : null}
      {error === null || data ? <Figures summary={data?.summary} isAdded={period !== 'day'} /> : null}
      {data ? (
        <>
          {/* A scrolling child does not widen the page. */}
          <div className="-mx-4 mb-4 overflow-x-clip px-4 sm:mx-0 sm:px-0">
            <Chips legend="Visão" options={parts} value={part} onChange={setPart} />
          </div>
          {part === 'geography' ? <Geography geography={data.geography} /> : null}
          {part === 'timeline' ? <Timeline timeline={data.timeline} /> : null}
          {part === 'devices' ? <Devices devices={data.devices} /> : null}
          {part === 'detail' ? <Detail visits={data.rawAnalytics} /> : null}
          <Funnel funnel={data.funnel} excluded={data.excluded} isAdded={period !== 'day'} />
        </>
      ) : null}
      {!data && error === null ? <Skeleton className="h-60 w-full" /> : null}
    </>
  );
}

type FiguresProps = { summary: VisitorDashboard['summary'] | undefined; isAdded: boolean };

/** `isAdded`: the counts are sums over several days. */
function Figures({ summary, isAdded }: FiguresProps) {
  const shown = (count: number | undefined) => (count === undefined ? null : formatCount(count));
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <StatCard title="Visitantes" value={shown(summary?.totalVisitors)} caption="Somados por dia" />
      <StatCard title="Visualizações" value={shown(summary?.totalPageViews)} caption="Páginas abertas" />
      <StatCard
        title="Duração Média"
        value={summary ? duration(summary.avgSessionDuration) : null}
        caption="Por sessão"
      />
      <StatCard title="Novos" value={shown(summary?.newVisitors)} caption="Primeira visita" />
      <StatCard title="Recorrentes" value={shown(summary?.returningVisitors)} caption="Já estiveram aqui" />
      <StatCard
        title="Taxa de Retenção"
        value={summary ? `${summary.retentionRate.toFixed(1)}%` : null}
        caption={isAdded ? 'Recorrentes do total, somados por dia' : 'Recorrentes do total'}
      />
    </div>
  );
}

type TroubleProps = { title: string; action: string; onAct: () => void; children: string };

function Trouble({ title, action, onAct, children }: TroubleProps) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-red bg-red-soft px-4 py-3 text-sm text-red-ink"
    >
      <p className="min-w-0 flex-1">
        <strong className="block font-semibold">{title}</strong>
        {children}
      </p>
      <Button size="sm" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

/** "1m 25s" */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m ${whole % 60}s`;
}
