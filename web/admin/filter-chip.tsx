// A chosen filter: its name and value; a click removes it.
import { Icon } from '../ui/icons.tsx';

type FilterChipProps = { name: string; value: string; label: string; onRemove: () => void };

export function FilterChip({ name, value, label, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className="flex min-h-8 max-w-full items-center gap-2 rounded-full border border-edge bg-surface px-3 text-sm hover:border-ink pointer-coarse:min-h-10"
    >
      <span className="min-w-0 truncate">
        <span className="text-muted">{`${name}: `}</span>
        <span className="font-semibold">{value}</span>
      </span>
      <Icon name="close" className="size-4 shrink-0" />
    </button>
  );
}
