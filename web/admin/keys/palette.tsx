// The command palette (Ctrl/Cmd-K): pages, actions, customers by email, and orders by ID, email or username. Supports
// keyboard and pointer.
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { useAllowed } from '../allowed.tsx';
import { formatUsd } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useApi } from '../kit/use-api.ts';
import { OrderState } from '../order-detail/order-state.tsx';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import { layerOnDemand } from '../page-on-demand.tsx';
import { customerPath, orderPath } from '../paths.ts';
import { isShown } from '../settings/sections.ts';
import { showSetupTexts, usePageTexts } from '../texts/shown-texts.ts';
import { type Act, type Command, type FieldWords, findCommands, readOrderId } from './commands.ts';

/** Pressed before the letter of a place. */
const placeKey = 'g';

const ordersShown = 6;
const customersShown = 3;
const leastTyped = 3;

const SearchNotes = layerOnDemand(() => import('../orders/search-notes.tsx'));

type PaletteProps = {
  /** What was typed before the palette had loaded. */
  typedBefore: RefObject<string>;
  onGo: (to: string) => void;
  onAct: (act: Act) => void;
  onClose: () => void;
};
type Customer = AnswerFor<'GET /api/admin/customers'>[number];
type Choice = { key: string; customer?: Customer; order?: AdminOrder; command?: Command };

export default function Palette({ typedBefore, onGo, onAct, onClose }: PaletteProps) {
  const { palette } = usePageTexts();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const isAllowed = useAllowed();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(typed.trim());
  const { orders, isLoading } = useFoundOrders(wanted);
  const customers = useFoundCustomers(wanted);
  const fieldWordsOf = useFieldWords();
  const choices: Choice[] = [
    ...customers.map((customer) => ({ key: `of-${customer.email}`, customer })),
    ...orders.map((order) => ({ key: order.id, order })),
    ...findCommands(typed, fieldWordsOf)
      .filter((command) => isShown(command, isAllowed))
      .map((command) => ({ key: command.id, command })),
  ];
  const current = Math.min(at, choices.length - 1);

  // React renders the palette, and shows it up to 300 ms later: the keys until then count too.
  useLayoutEffect(() => {
    setTyped(typedBefore.current);
    input.current?.focus();
  }, [typedBefore]);

  function choose({ customer, order, command }: Choice): void {
    onClose();
    if (customer) onGo(customerPath(customer.email));
    else if (order) onGo(orderPath(order.id));
    else if (command && 'to' in command.goes) onGo(command.goes.to);
    else if (command && 'act' in command.goes) onAct(command.goes.act);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = choices[current];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt((current + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  }

  return (
    <Dialog title={palette.title} onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-label={palette.label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choices[current] ? `${listId}-${choices[current].key}` : undefined}
        autoComplete="off"
        placeholder={palette.placeholder}
        maxLength={254}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        className={classNames(inputClassName, 'mt-3 border-edge')}
      />
      <div id={listId} role="listbox" aria-label={palette.found} className="mt-2 max-h-80 overflow-y-auto text-sm">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys and names the active option
          <div
            key={choice.key}
            id={`${listId}-${choice.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            ref={(element) => {
              if (index === current) element?.scrollIntoView?.({ block: 'nearest' });
            }}
            onClick={() => choose(choice)}
            onPointerMove={() => setAt(index)}
            className={classNames(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-card px-3 py-1.5',
              index === current && 'bg-sunken',
            )}
          >
            <ChoiceWords choice={choice} />
          </div>
        ))}
      </div>
      {wanted.length >= leastTyped && readOrderId(wanted) === null ? (
        <div className="mt-3 px-3">
          <SearchNotes
            search={wanted}
            isEmpty={orders.length === 0 && customers.length === 0 && !isLoading}
            onSearch={setTyped}
            onLeave={onClose}
          />
        </div>
      ) : null}
      {choices.length === 0 ? <p className="px-3 py-4 text-sm text-muted">{palette.nothing}</p> : null}
    </Dialog>
  );
}

function ChoiceWords({ choice: { customer, order, command } }: { choice: Choice }) {
  if (customer) return <CustomerChoice customer={customer} />;
  return order ? <OrderChoice order={order} /> : <CommandChoice command={command} />;
}

function CustomerChoice({ customer: { email, totalSpent } }: { customer: Customer }) {
  const { palette } = usePageTexts();
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" translate="no">
          {email}
        </span>
        <span className="block text-xs text-muted">{palette.customer}</span>
      </span>
      <span className="tabular-nums max-sm:hidden" translate="no">
        {formatDollars(totalSpent)}
      </span>
    </>
  );
}

function OrderChoice({ order }: { order: AdminOrder }) {
  const { id, customerEmail, amountCents } = order;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold tracking-wide" translate="no">
          {id}
        </span>
        <span className="block truncate text-xs text-muted" translate="no">
          {customerEmail}
        </span>
      </span>
      <span className="tabular-nums max-sm:hidden">{amountCents === null ? '' : formatUsd(amountCents)}</span>
      <OrderState order={order} />
    </>
  );
}

function CommandChoice({ command }: { command: Command | undefined }) {
  return (
    <>
      <span className="flex-1">{command?.label}</span>
      {command?.letter ? <kbd className="text-xs text-muted">{`${placeKey} ${command.letter}`}</kbd> : null}
    </>
  );
}

/** Undefined until they are loaded: they are no part of the first screen. */
function useFieldWords(): FieldWords | undefined {
  const [loaded, setLoaded] = useState<{ fieldWordsOf: FieldWords }>();
  useEffect(() => {
    void Promise.all([import('../settings/field-words.ts'), showSetupTexts()]).then(
      ([words]) => setLoaded(words),
      () => undefined,
    );
  }, []);
  return loaded?.fieldWordsOf;
}

/** Orders that match the typed text, or the order with the typed ID. */
function useFoundOrders(typed: string): { orders: AdminOrder[]; isLoading: boolean } {
  const search = readOrderId(typed) ?? typed.replace(/^#/, '');
  const enabled = search.length >= leastTyped;
  const { data } = useApi('GET /api/orders', { query: { search, limit: ordersShown } }, { enabled });
  return { orders: enabled ? (data ?? []).map(readOrder) : [], isLoading: enabled && data === undefined };
}

/** Customers whose email contains the typed text. */
function useFoundCustomers(search: string): Customer[] {
  const enabled = search.length >= leastTyped && readOrderId(search) === null;
  const input = { query: { search, limit: customersShown, sort: 'recent' as const, orders: 0 } };
  const { data } = useApi('GET /api/admin/customers', input, { enabled });
  return enabled ? (data ?? []) : [];
}
