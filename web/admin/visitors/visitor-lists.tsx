// Sources and campaigns, and the pages, as lists of names with a bar and a count. A click on a name narrows the tab.
import { useState } from 'react';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { type FilterName, shownName, useSetFilter } from './visitor-filters.tsx';
import type { VisitorBreakdown } from './visitors-parts.tsx';

type Named = { name: string; count: number };
type List = { id: FilterName; title: string; of: string; entries: readonly Named[] };

export function VisitorLists({ breakdown }: { breakdown: VisitorBreakdown }) {
  const { visitors } = usePageTexts();
  const { sources, campaigns, pages, entries, exits } = breakdown;
  return (
    <div className="mb-5 grid items-start gap-5 md:grid-cols-2">
      <ListPanel
        title={visitors.origin}
        lists={[
          { id: 'source', title: visitors.sources, of: visitors.visitors, entries: sources },
          { id: 'campaign', title: visitors.campaigns, of: visitors.visitors, entries: campaigns },
        ]}
      />
      <ListPanel
        title={visitors.pages}
        lists={[
          { id: 'page', title: visitors.topPages, of: visitors.visitors, entries: pages },
          { id: 'entry', title: visitors.entryPages, of: visitors.sessions, entries },
          { id: 'exit', title: visitors.exitPages, of: visitors.sessions, entries: exits },
        ]}
      />
    </div>
  );
}

function ListPanel({ title, lists }: { title: string; lists: readonly [List, ...List[]] }) {
  const { visitors } = usePageTexts();
  const [id, setId] = useState<FilterName>(lists[0].id);
  const list = lists.find((one) => one.id === id) ?? lists[0];
  return (
    <Panel title={title}>
      <div className="mb-2">
        <Chips
          legend={title}
          options={lists.map((one) => ({ value: one.id, label: one.title }))}
          value={list.id}
          onChange={setId}
        />
      </div>
      {list.entries.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">
          {list.id === 'campaign' ? visitors.noCampaigns : visitors.nothing}
        </p>
      ) : (
        <>
          <p className="mb-1 flex justify-between gap-4 text-xs text-muted">
            <span>{list.title}</span>
            <span>{list.of}</span>
          </p>
          <Names list={list} />
        </>
      )}
    </Panel>
  );
}

function Names({ list }: { list: List }) {
  const { visitors } = usePageTexts();
  const setFilter = useSetFilter();
  const most = Math.max(1, ...list.entries.map(({ count }) => count));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section aria-label={list.title} tabIndex={0} className="max-h-80 overflow-y-auto">
      <ul className="grid gap-1">
        {list.entries.map(({ name, count }) => {
          const shown = shownName(visitors, list.id, name);
          return (
            <li key={name}>
              <button
                type="button"
                title={visitors.narrow(shown)}
                onClick={() => setFilter(list.id, name)}
                className="group relative flex min-h-8 w-full items-center justify-between gap-4 rounded-card px-2 text-left text-sm pointer-coarse:min-h-10"
              >
                <span
                  aria-hidden="true"
                  className="absolute inset-y-0 left-0 rounded-card bg-blue-soft"
                  style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
                />
                <span className="relative min-w-0 truncate group-hover:underline">{`${shown} `}</span>
                <span className="relative font-semibold tabular-nums" translate="no">
                  {formatCount(count)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
