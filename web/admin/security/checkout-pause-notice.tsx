// Whether the checkout is paused, with the button that pauses it or opens it again.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { checkoutPauseQuery, useCheckoutPause } from '../checkout-pause.ts';
import { settingsPath } from '../paths.ts';

export function CheckoutPauseNotice() {
  const { api } = useAdmin();
  const toast = useToast();
  const { data } = useQuery(checkoutPauseQuery(api));
  const pause = useCheckoutPause({
    onDone: (paused) =>
      toast({ title: 'Sucesso', description: paused ? 'Compras em pausa' : 'Compras reabertas', tone: 'success' }),
    onError: () => toast({ title: 'Erro', description: 'Falha ao mudar o estado das compras', tone: 'error' }),
  });
  if (!data) return null;
  const { paused } = data;
  return (
    <section
      aria-label="Compras"
      className={classNames(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline px-4 py-3 text-sm',
        paused ? 'bg-yellow-soft text-yellow-ink' : 'bg-surface',
      )}
    >
      <p className="min-w-0 flex-1 basis-64">
        {paused
          ? 'As compras estão em pausa: ninguém pode pedir nem pagar.'
          : 'Muitos cartões recusados fazem novos pagamentos esperar. Num ataque, você pode pausar as compras.'}{' '}
        <Link href={`${settingsPath}#card-testing`} className="font-medium underline underline-offset-2">
          Limites
        </Link>
      </p>
      <Allowed call="pauseCheckout">
        <Button
          size="sm"
          variant={paused ? 'primary' : 'danger'}
          waiting={pause.isPending}
          onClick={() => pause.mutate(!paused)}
        >
          {paused ? 'Reabrir compras' : 'Pausar compras'}
        </Button>
      </Allowed>
    </section>
  );
}
