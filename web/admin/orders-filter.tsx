// Search and status of the list of orders. Typing waits a moment before it asks; "/" goes to the search field.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import type { OrderFilter } from './order-queries.ts';

const typingMs = 300;

const statuses = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'processing', label: 'Processing' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
];

type OrdersFilterProps = { filter: OrderFilter; onChange: (changed: Partial<OrderFilter>) => void };

export function OrdersFilter({ filter, onChange }: OrdersFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is unknown to the oldest browsers we serve
    <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField search={filter.search} onChange={onChange} />
      <fieldset className="-mx-4 flex w-[100vw] min-w-0 gap-1 overflow-x-auto px-4 py-1 sm:mx-0 sm:w-auto sm:px-0">
        <legend className="sr-only">Status</legend>
        {statuses.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={filter.status === value}
            onClick={() => onChange({ status: value })}
            className={classNames(
              'min-h-8 rounded-full border px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-10',
              filter.status === value
                ? 'border-ink bg-ink text-ground'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

function SearchField({ search, onChange }: { search: string; onChange: OrdersFilterProps['onChange'] }) {
  const [typed, setTyped] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);

  // The latest onChange, so that a page that renders anew does not start the wait again.
  const change = useRef(onChange);
  const lastAsked = useRef(search);
  useEffect(() => {
    change.current = onChange;
  });

  // The address changed by other means (cleared, or gone back): the field follows.
  useEffect(() => {
    if (search === lastAsked.current) return;
    lastAsked.current = search;
    setTyped(search);
  }, [search]);

  useEffect(() => {
    const asked = typed.trim();
    if (asked === lastAsked.current) return;
    const timer = setTimeout(() => {
      lastAsked.current = asked;
      change.current({ search: asked });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className="w-full sm:w-72">
      <Field
        ref={input}
        label="Search orders"
        labelHidden
        type="search"
        placeholder="Order id, email, username, status"
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="py-1.5! text-sm"
      />
    </div>
  );
}

function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [input]);
}
