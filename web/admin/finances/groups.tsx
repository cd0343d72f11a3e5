// The figures of the shown days by category, country or provider.
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { countryName } from '../country-names.ts';
import { formatDollars } from '../dollars.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { useProviderNames } from '../provider/provider-names.ts';
import { usePageTexts, useTextLanguage } from '../texts/shown-texts.ts';

const groupings = ['category', 'country', 'provider'] as const;
type Grouping = (typeof groupings)[number];
type Group = AnswerFor<'GET /api/admin/finances/groups'>[number];

export function Groups({ from, to }: { from: string; to: string }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.groups;
  const [by, setBy] = useState<Grouping>('category');
  const query = useApi(
    'GET /api/admin/finances/groups',
    { query: { by, from, to } },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="mt-5">
      <Panel title={texts.title}>
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Chips
            legend={texts.title}
            options={groupings.map((value) => ({ value, label: texts.by[value] }))}
            value={by}
            onChange={setBy}
          />
          <p className="text-sm text-muted">{dates.span(from, to)}</p>
        </div>
        <Loaded query={query} failed={texts.failed}>
          {(groups) => <GroupTable groups={groups} by={by} busy={query.isPlaceholderData} />}
        </Loaded>
      </Panel>
    </div>
  );
}

function GroupTable({ groups, by, busy }: { groups: readonly Group[]; by: Grouping; busy: boolean }) {
  const { finances, states } = usePageTexts();
  const texts = finances.groups;
  const { lines } = finances;
  const language = useTextLanguage();
  const { provider } = useProviderNames();
  const nameOf = ({ name, offer_name }: Group) => {
    if (name === '') return texts.unknown;
    if (by === 'country') return countryName(name, language);
    if (by === 'category') return offer_name ?? states.category(name);
    return provider(name);
  };
  // Only costs have a provider.
  const shown = by === 'provider' ? groups.filter(({ name }) => name !== '') : groups;
  const figures: { label: string; of: (group: Group) => string }[] = [
    { label: texts.paid, of: ({ paid }) => formatCount(paid) },
    { label: lines.net_sales, of: ({ net_sales }) => formatDollars(net_sales) },
    { label: lines.provider_cost, of: ({ provider_cost }) => formatDollars(provider_cost) },
    { label: lines.fees, of: ({ fees }) => formatDollars(fees) },
    { label: texts.kept, of: ({ kept }) => formatDollars(kept) },
  ];
  const columns = by === 'provider' ? figures.filter(({ label }) => label === lines.provider_cost) : figures;
  if (shown.length === 0) return <p className="py-2 text-sm text-muted">{texts.none}</p>;
  return (
    <Table
      caption={texts.title}
      busy={busy}
      columns={[{ label: texts.by[by] }, ...columns.map(({ label }) => ({ label, align: 'end' as const }))]}
    >
      {shown.map((group) => (
        <Row key={group.name}>
          <Cell className="font-semibold wrap-anywhere max-sm:col-span-2">{nameOf(group)}</Cell>
          {columns.map(({ label, of }) => (
            <Cell key={label} align="end" className="max-sm:contents">
              <span className="text-muted sm:hidden max-sm:text-left">{label}</span>
              <span className="max-sm:text-right">{of(group)}</span>
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
