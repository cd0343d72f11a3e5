// What the lists of costs, rates and payouts share: entries of a day that a person adds, changes and deletes.
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAct } from '../kit/use-act.ts';
import type { ReadCall } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

type EntriesPanelProps = {
  title: string;
  help: string;
  add: string;
  onAdd: () => void;
  /** Buttons beside the one that adds. */
  acts?: Elements;
  children: Elements;
};

export function EntriesPanel({ title, help, add, onAdd, acts, children }: EntriesPanelProps) {
  return (
    <Panel title={title}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{help}</p>
        <div className="flex gap-2">
          <Button size="sm" icon={<Icon name="plus" />} onClick={onAdd}>
            {add}
          </Button>
          {acts}
        </div>
      </div>
      {children}
    </Panel>
  );
}

type EntryButtonsProps = {
  /** The labels for a screen reader, which name the entry. */
  edit: string;
  remove: string;
  disabled: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

export function EntryButtons({ edit, remove, disabled, onEdit, onRemove }: EntryButtonsProps) {
  const { costs } = usePageTexts().finances;
  return (
    <span className="inline-flex gap-1">
      <Button size="sm" variant="quiet" aria-label={edit} onClick={onEdit}>
        {costs.edit}
      </Button>
      <Button size="sm" variant="quiet" aria-label={remove} disabled={disabled} onClick={onRemove}>
        {costs.remove}
      </Button>
    </span>
  );
}

type RemoveTexts = Record<'removed' | 'removeFailed' | 'restored' | 'restoreFailed', string>;

/** Deletes an entry; the toast offers to restore it. */
export function useRemoveEntry(
  of: 'costs' | 'rates' | 'payouts',
  renews: readonly ReadCall[],
  texts: RemoveTexts,
  onDone?: () => void,
) {
  const { costs } = usePageTexts().finances;
  const restore = useAct(`POST /api/admin/finances/${of}/{id}/restore`, {
    renews,
    done: { title: texts.restored },
    failed: texts.restoreFailed,
  });
  return useAct(`DELETE /api/admin/finances/${of}/{id}`, {
    renews,
    ...(onDone ? { onDone } : {}),
    done: (_, { params }) => ({
      title: texts.removed,
      act: { label: costs.undo, run: () => restore.run({ params }) },
    }),
    failed: texts.removeFailed,
  });
}

type DayFieldProps = { label: string; help?: string; value: string; onChange: (day: string) => void };

/** A day of this century, as the API takes it. */
export function DayField({ label, help, value, onChange }: DayFieldProps) {
  return (
    <Field
      label={label}
      help={help}
      type="date"
      required
      min="2000-01-01"
      max="2099-12-31"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
