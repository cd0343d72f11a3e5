// The icon of a kind of channel. No brand marks.
import type { ChannelKind } from '../../../contract/notification-kinds.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';

const icons: Record<ChannelKind, IconName> = {
  email: 'mail',
  telegram: 'send',
  discord: 'chat',
  slack: 'hash',
  ntfy: 'bell',
  webhook: 'link',
  'web-push': 'phone',
};

export function ChannelIcon({ kind }: { kind: ChannelKind }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-card bg-sunken text-muted">
      <Icon name={icons[kind]} />
    </span>
  );
}
