// The security tab: figures, the newest alerts, and a button that clears them all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDatePtBr } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { placeName } from '../country-names.ts';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { StatCard, StatCards } from '../stat-card.tsx';
import { alertsQuery, type SecurityAlerts, watchKeys } from '../watch-queries.ts';
import { Allowed } from '../allowed.tsx';
import { CheckoutPauseNotice } from './checkout-pause-notice.tsx';

type Alert = SecurityAlerts['alerts'][number];

const severityTones: Record<Alert['severity'], Tone> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'blue',
};
const severityNames: Record<Alert['severity'], string> = {
  critical: 'Crítico',
  high: 'Alto',
  medium: 'Médio',
  low: 'Baixo',
};

export default function SecurityTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.security);
  const { api } = useAdmin();
  const toast = useToast();
  const { data, isPending, isFetching, isError, errorUpdatedAt, refetch } = useQuery(alertsQuery(api));
  useEffect(() => {
    if (errorUpdatedAt > 0)
      toast({ title: 'Erro', description: 'Falha ao carregar alertas de segurança', tone: 'error' });
  }, [errorUpdatedAt, toast]);
  const { stats, alerts } = data ?? {};
  const shown = (count: number | undefined) => (count === undefined ? null : formatCount(count));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <PageHeading of="security" className="mr-auto" />
        <Button size="sm" waiting={isFetching} onClick={() => void refetch()}>
          Atualizar
        </Button>
        <Allowed call="clearSecurityAlerts">
          <ClearButton disabled={!stats || stats.total === 0} />
        </Allowed>
      </div>
      <CheckoutPauseNotice />
      {isError && !data ? null : (
        <StatCards>
          <StatCard title="Total de Alertas" value={shown(stats?.total)} caption="Não limpos" />
          <StatCard title="Críticos" value={shown(stats?.critical)} caption="Pedem uma pessoa" />
          <StatCard title="Última Hora" value={shown(stats?.recent)} caption="Alertas recentes" />
          <StatCard title="Ameaças Ativas" value={shown(stats?.activeThreats)} caption="Graves, na última hora" />
        </StatCards>
      )}
      {isPending ? <Skeleton className="h-40 w-full" /> : null}
      {isError && !data ? <p className="text-sm text-muted">Os alertas não puderam ser carregados.</p> : null}
      {alerts?.length === 0 ? (
        <div className="rounded-card border border-hairline bg-surface px-4 py-12 text-center">
          <Icon name="shield" className="mx-auto mb-2 size-8 text-green-ink" />
          <p className="font-semibold">Sistema Seguro</p>
          <p className="text-sm text-muted">Nenhum alerta de segurança.</p>
        </div>
      ) : null}
      {alerts && alerts.length > 0 ? (
        <ul aria-label="Alertas de segurança" className="flex flex-col gap-3">
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function AlertItem({ alert: { type, severity, message, timestamp, details } }: { alert: Alert }) {
  const facts = [
    ['Email', details.email],
    ['IP', details.ip],
    ['Local', details.location && placeName(details.location, 'pt-BR')],
    ['Tentativas', details.attempts?.toString()],
    ['Navegador', details.userAgent],
    ['Pedido', details.orderId],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <li className="rounded-card border border-hairline bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
        <span className="font-mono text-xs text-muted">{type}</span>
        <time dateTime={timestamp} className="ml-auto text-sm text-muted">
          {formatDatePtBr(timestamp)}
        </time>
      </p>
      <p className="mt-1.5 text-sm break-words">{message}</p>
      {facts.length > 0 ? (
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="inline">{name}: </dt>
              <dd className="inline break-all">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** Asks for confirmation. Clearing hides the alerts; it does not delete them. */
function ClearButton({ disabled }: { disabled: boolean }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [isConfirming, setIsConfirming] = useState(false);
  const clear = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/security-alerts', {}),
    onSuccess: () => toast({ title: 'Sucesso', description: 'Alertas de segurança limpos', tone: 'success' }),
    onError: () => toast({ title: 'Erro', description: 'Falha ao limpar alertas', tone: 'error' }),
    onSettled: () => {
      setIsConfirming(false);
      return queries.invalidateQueries({ queryKey: watchKeys.alerts });
    },
  });
  return (
    <>
      <Button size="sm" variant="danger" disabled={disabled} onClick={() => setIsConfirming(true)}>
        Limpar Todos
      </Button>
      {isConfirming ? (
        <Dialog title="Limpar todos os alertas?" busy={clear.isPending} onClose={() => setIsConfirming(false)}>
          <p className="mt-2 text-sm text-muted">Eles saem da lista. O registro de auditoria guarda quem os limpou.</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button disabled={clear.isPending} onClick={() => setIsConfirming(false)}>
              Cancelar
            </Button>
            <Button variant="danger" waiting={clear.isPending} onClick={() => clear.mutate()}>
              Limpar
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
