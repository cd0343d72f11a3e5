// Leads from the account menu to the notifications of this device.
import { Link } from 'wouter';
import { Icon } from '../../ui/icons.tsx';
import { thisDevicePath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function DeviceLink({ onClick }: { onClick: () => void }) {
  const { shell } = useTexts();
  return (
    <Link
      href={thisDevicePath}
      onClick={onClick}
      className="flex min-h-9 items-center gap-2 text-sm font-semibold hover:underline pointer-coarse:min-h-11"
    >
      <Icon name="bell" />
      <span>{shell.deviceNotifications}</span>
    </Link>
  );
}
