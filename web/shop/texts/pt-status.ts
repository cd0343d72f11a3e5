// The Portuguese texts of the public status page.
import type { enStatus } from './en-status.ts';
import { units } from './pt-orders.ts';
import type { Translation } from './text.ts';

export const ptStatus = {
  units,
  title: 'Status',
  titles: {
    ok: 'Tudo funcionando',
    degraded: 'As entregas podem atrasar',
    down: 'Não podemos receber pedidos agora',
  },
  leads: {
    ok: 'Você pode fazer pedidos, e os pedidos são entregues.',
    degraded: 'Você pode fazer pedidos. Os pedidos pagos ficam registrados, e a entrega continua assim que possível.',
    down: 'Os pedidos pagos ficam registrados. Tente de novo em alguns minutos.',
  },
  orders: 'Pedidos de {unit}',
  selling: { selling: 'Abertos', paused: 'Pausados' },
  provider: 'Serviço de entrega',
  providers: { reachable: 'Responde', unreachable: 'Não responde', unknown: 'Ainda não verificado' },
  lastDelivery: 'Última entrega concluída',
  none: 'Ainda não se sabe',
  checked: 'Verificado em {time}. Recarregue a página para ver novidades.',
} as const satisfies Translation<typeof enStatus>;
