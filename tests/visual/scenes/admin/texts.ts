import { byName } from '../../../../contract/by-name.ts';
import type { AnswerFor } from '../../../../contract/index.ts';
import { languages } from '../../../../contract/languages.ts';

const textOf = (key: string, specified: string, plain: string | null = null) => ({
  key,
  texts: byName(languages, () => ({ specified, plain })),
});

export const texts: AnswerFor<'GET /api/admin/texts'> = [
  textOf('shell.skip', 'Skip to content'),
  textOf('checkout.island.titles.payment', 'Payment Oops!', 'Payment problem'),
  textOf('client.island.order', 'Pedido #{id}', 'Order #{id}'),
  textOf('emails.kinds.order_paid.text', 'Your payment for order {id} has arrived. Thank you.'),
];
