// The filters of the visitors tab. A click on a name in a list sets one; the address holds them.
import { createContext, type ReactNode, useContext } from 'react';
import { useSearchParams } from 'wouter';
import { countryName, unknownCountry } from '../country-names.ts';
import { FilterChip } from '../filter-chip.tsx';
import { sourceName } from '../sources/source-names.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';

const filterNames = ['source', 'campaign', 'page', 'entry', 'exit', 'country'] as const;
export type FilterName = (typeof filterNames)[number];
type VisitorFilter = Partial<Record<FilterName, string>>;

type SetFilter = (name: FilterName, value: string | null) => void;
const FilterContext = createContext<SetFilter>(() => undefined);

export const useSetFilter = () => useContext(FilterContext);

export function readFilter(params: URLSearchParams): VisitorFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

export function FilterProvider({ children }: { children: ReactNode }) {
  const [, setParams] = useSearchParams();
  const setFilter: SetFilter = (name, value) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return <FilterContext.Provider value={setFilter}>{children}</FilterContext.Provider>;
}

/** The chosen filters; a click removes one. */
export function FilterChips({ filter }: { filter: VisitorFilter }) {
  const { visitors, sources } = usePageTexts();
  const setFilter = useSetFilter();
  const chosen = filterNames.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    const shown = name === 'source' ? sourceName(sources, name, value) : shownName(visitors, name, value);
    return [{ name, shown }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={visitors.filters} className="mb-4 flex flex-wrap gap-2">
      {chosen.map(({ name, shown }) => (
        <li key={name}>
          <FilterChip
            name={visitors.filterNames[name]}
            value={shown}
            label={visitors.removeFilter(visitors.filterNames[name], shown)}
            onRemove={() => setFilter(name, null)}
          />
        </li>
      ))}
    </ul>
  );
}

/** A value of a list or filter as the page shows it. */
export function shownName(words: Texts['visitors'], name: FilterName, value: string): string {
  if (name === 'source') return value === 'direct' ? words.direct : value;
  if (name === 'country') return value === unknownCountry ? words.unknown : countryName(value, words.lang);
  return value;
}
