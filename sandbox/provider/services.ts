// The service catalog, the links that it takes, and the error texts. Rates are cents per 1000 units.

export interface ProviderService {
  id: string;
  name: string;
  type: string;
  category: string;
  rateCents: number;
  min: number;
  max: number;
  refill: boolean;
  cancel: boolean;
  dripfeed: boolean;
}

export const SERVICES: readonly ProviderService[] = [
  { id: '1001', rateCents: 90, subject: 'Instagram Likes' },
  { id: '2001', rateCents: 12, subject: 'Instagram Views' },
].map(({ id, rateCents, subject }) => ({
  id,
  name: `${subject} (sandbox)`,
  type: 'Default',
  category: subject,
  rateCents,
  min: 10,
  max: 1_000_000,
  refill: true,
  cancel: true,
  dripfeed: true,
}));

type RefusalTexts = { text: string; key?: string; localised: string };

/** Error texts of real panels: the usual sentence, an error key where one exists, and a translation. */
const texts = {
  request: { text: 'Incorrect request', localised: 'Solicitação incorreta' },
  key: { text: 'Invalid API key', localised: 'Chave de API inválida' },
  service: { text: 'Incorrect service ID', key: 'neworder.error.incorrect_service_id', localised: 'Serviço incorreto' },
  link: { text: 'Bad link', key: 'neworder.error.link', localised: 'Link inválido' },
  same_link: {
    text: 'You have active order with this link. Please wait until order being completed.',
    key: 'neworder.error.link_duplicate',
    localised: 'Você já tem um pedido ativo com este link.',
  },
  min: {
    text: 'Quantity less than minimal {limit}',
    key: 'neworder.error.min_quantity',
    localised: 'Quantidade menor que o mínimo {limit}',
  },
  max: {
    text: 'Quantity more than maximum {limit}',
    key: 'neworder.error.max_quantity',
    localised: 'Quantidade maior que o máximo {limit}',
  },
  quantity: { text: 'Incorrect request', key: 'neworder.error.quantity', localised: 'Quantidade incorreta' },
  funds: {
    text: 'Not enough funds on balance',
    key: 'neworder.error.not_enough_funds',
    localised: 'Saldo insuficiente',
  },
  order: { text: 'Incorrect order ID', localised: 'Pedido incorreto' },
  refill: { text: 'Incorrect refill ID', localised: 'Reposição incorreta' },
  refill_disabled: { text: 'Refill is disabled for this service', localised: 'Reposição desativada' },
  refill_running: { text: 'The refill is already in progress', localised: 'A reposição já está em andamento' },
  not_completed: { text: 'The order is not completed', localised: 'O pedido não foi concluído' },
  cancel: { text: 'The order cannot be canceled', localised: 'O pedido não pode ser cancelado' },
  rate: { text: 'Too many requests', localised: 'Muitas solicitações' },
} satisfies Record<string, RefusalTexts>;

export type RefusalCode = keyof typeof texts;
export const REFUSALS: Readonly<Record<RefusalCode, RefusalTexts>> = texts;

export class ProviderRefusal extends Error {
  readonly code: RefusalCode;
  readonly limit?: number;
  constructor(code: RefusalCode, limit?: number) {
    super(REFUSALS[code].text.replace('{limit}', String(limit)));
    this.code = code;
    this.limit = limit;
  }
}

const POST = /^\/(?:[A-Za-z0-9._]{1,30}\/)?(?:p|reel|reels|tv)\/([A-Za-z0-9_-]{1,64})\/?$/;
const HOSTS = ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am', 'www.instagr.am'];

/** Videos, accounts and channels of other platforms, as the store sends them. */
const OTHER = /^https:\/\/(?:(?:www|m|vm|vt)\.tiktok|www\.youtube)\.com\/([^\s#]{2,450})$/;

export function parsePost(link: string): string | null {
  const other = OTHER.exec(link)?.[1];
  if (other !== undefined) return other;
  const text = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  if (link.length > 2048 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!HOSTS.includes(url.hostname.toLowerCase())) return null;
  return POST.exec(url.pathname)?.[1] ?? null;
}
