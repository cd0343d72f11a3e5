// The dialog with the prepared message to the provider about a link that stalls or is slow.
import { providerMessage } from '../../../contract/provider-message.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApi } from '../kit/use-api.ts';
import { useItemTexts } from '../texts/shown-texts.ts';
import type { ActionItem } from './action-items.ts';

type ProviderMessageProps = { item: ActionItem; onClose: () => void };

export default function ProviderMessage({ item, onClose }: ProviderMessageProps) {
  const { itemRows, common } = useItemTexts();
  const providers = useApi('GET /api/admin/providers', {}).data ?? [];
  const provider = providers.find(({ id }) => id === item.delay?.provider_id)?.name ?? null;
  const message = providerMessage({
    reason: item.delay?.reason ?? 'slow',
    at: item.at,
    response: item.words,
    order: partsOf(item.link?.api_order_id ?? '').id,
    link: item.link?.post_link ?? '',
    quantity: item.link?.quantity ?? 0,
  });
  return (
    <Dialog title={itemRows.providerMessage} onClose={onClose}>
      <p className="mt-2 text-sm">{itemRows.providerMessageHelp(provider)}</p>
      <p lang="en" className="mt-3 rounded-card bg-sunken p-3 text-sm break-words whitespace-pre-wrap text-ink">
        {message}
      </p>
      <div className="mt-4 flex items-center justify-between gap-2 text-sm">
        <span>
          <span aria-hidden="true">{common.copy(itemRows.theMessage)}</span>
          <CopyButton text={message} name={itemRows.theMessage} />
        </span>
        <Button size="sm" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
