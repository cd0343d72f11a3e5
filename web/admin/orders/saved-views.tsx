// Named filters, shared by all admins of the store.
import { type FormEvent, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAllowed } from '../allowed.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { isSameFilter, type ListFilter } from './list-filter.ts';

const viewsCall = 'GET /api/admin/order-views';
type OrderView = AnswerFor<typeof viewsCall>[number];
type SavedViewsProps = { filter: ListFilter; onOpen: (filter: ListFilter) => void };

export function SavedViews({ filter, onOpen }: SavedViewsProps) {
  const { orderList } = usePageTexts();
  const [naming, setNaming] = useState(false);
  const views = useApi(viewsCall, {}).data ?? [];
  const current = views.find((view) => isSameFilter(view.filter, filter));
  const isAllowed = useAllowed();
  // A queue alone has its own button.
  const worthSaving = isAllowed('saveOrderView') && !current && !isSameFilter({ ...filter, queue: '' }, {});
  if (views.length === 0 && !worthSaving) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{orderList.viewsLabel}</span>
      <ul aria-label={orderList.views} className="flex flex-wrap gap-1">
        {views.map((view) => (
          <View key={view.id} view={view} current={view === current} onOpen={onOpen} />
        ))}
      </ul>
      {worthSaving ? (
        <Button size="sm" variant="quiet" icon={<Icon name="plus" />} onClick={() => setNaming(true)}>
          {orderList.saveView}
        </Button>
      ) : null}
      {naming ? <NameDialog filter={filter} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

type ViewProps = { view: OrderView; current: boolean; onOpen: (filter: ListFilter) => void };

function View({ view, current, onOpen }: ViewProps) {
  const { orderList } = usePageTexts();
  const remove = useAct('DELETE /api/admin/order-views/{id}', {
    renews: [viewsCall],
    failed: orderList.viewNotDeleted,
  });
  const mayDelete = useAllowed()('deleteOrderView');
  return (
    <li
      className={classNames(
        'flex items-center rounded-full border',
        current ? 'border-ink bg-ink text-ground' : 'border-hairline bg-surface hover:border-edge',
      )}
    >
      <button
        type="button"
        aria-pressed={current}
        title={orderList.savedBy(view.saved_by)}
        onClick={() => onOpen(view.filter)}
        className={classNames('min-h-8 rounded-full px-3 font-semibold', current && mayDelete && 'pr-1')}
      >
        <bdi>{view.name}</bdi>
      </button>
      {current && mayDelete ? (
        <button
          type="button"
          aria-label={orderList.deleteView(view.name)}
          disabled={remove.isPending}
          onClick={() => remove.run({ params: { id: view.id } })}
          className="mr-1 flex size-6 items-center justify-center rounded-full"
        >
          <Icon name="close" className="size-3.5" />
        </button>
      ) : null}
    </li>
  );
}

function NameDialog({ filter, onClose }: { filter: ListFilter; onClose: () => void }) {
  const { orderList } = usePageTexts();
  const [name, setName] = useState('');
  const save = useAct('POST /api/admin/order-views', { renews: [viewsCall], onDone: onClose });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') save.run({ body: { name: name.trim(), filter } });
  }

  return (
    <Dialog title={orderList.saveView} onClose={onClose} busy={save.isPending}>
      <form onSubmit={submit} className="mt-3 grid gap-4 text-sm">
        <Field
          label={orderList.viewName}
          maxLength={60}
          value={name}
          help={orderList.viewHelp}
          error={save.failure}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogEnd waiting={save.isPending} incomplete={name.trim() === ''} onCancel={onClose}>
          {orderList.save}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
