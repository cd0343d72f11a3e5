// The source that narrows every screen with figures: `?source=` in the address, which links between these screens keep.
import { Link, useSearchParams } from 'wouter';
import type { Elements } from '../../ui/elements.ts';
import { FilterChip } from '../filter-chip.tsx';
import { dashboardPath, sourceParameter } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { sourceName } from './source-names.ts';

/** As the API takes it. */
const longest = 100;

/** Null: of all sources. */
export function useSource(): string | null {
  const [params] = useSearchParams();
  return params.get(sourceParameter)?.slice(0, longest) || null;
}

export function useSetSource(): (name: string | null) => void {
  const [params, setParams] = useSearchParams();
  return (name) => setParams(withSource(params, name));
}

function withSource(params: URLSearchParams, name: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (name) next.set(sourceParameter, name);
  else next.delete(sourceParameter);
  return next;
}

/** Nothing without a source. `hidden`: which figures of the screen are not counted by source. */
export function SourceFilter({ hidden }: { hidden: string }) {
  const { sources } = usePageTexts();
  const source = useSource();
  const setSource = useSetSource();
  if (source === null) return null;
  const shown = sourceName(sources, 'source', source);
  return (
    <div className="mb-4 grid justify-items-start gap-2">
      <FilterChip
        name={sources.lists.source}
        value={shown}
        label={sources.filter.remove(shown)}
        onRemove={() => setSource(null)}
      />
      <p className="text-sm text-muted">{hidden}</p>
    </div>
  );
}

/** Narrows the screen to a source. */
export function SourceLink({ name, children }: { name: string; children: Elements }) {
  const { sources } = usePageTexts();
  const [params] = useSearchParams();
  return (
    <Link
      href={`${dashboardPath}?${withSource(params, name)}`}
      title={sources.filter.narrow(sourceName(sources, 'source', name))}
      className="font-semibold wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
