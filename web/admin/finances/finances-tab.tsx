// The finances: views of one place, of which the URL holds the shown one.
import { Link, useSearchParams } from 'wouter';
import { lookOf } from '../../ui/link-button.tsx';
import { useAllowed } from '../allowed.tsx';
import { NoRows } from '../kit/list.tsx';
import { sourceParameter, tabPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { SourceFilter } from '../sources/source-filter.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { type FinanceView, financePath, financeViews, viewsBySource } from './views.ts';

export default function FinancesTab() {
  const { finances } = usePageTexts();
  const isAllowed = useAllowed();
  usePageTitle(finances.title);
  return isAllowed('readStatement') ? <Finances /> : <NotAllowed />;
}

function NotAllowed() {
  const { finances, navigation } = usePageTexts();
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-xl font-semibold">{finances.title}</h1>
      <div className="w-full">
        <NoRows title={finances.hidden} help={finances.hiddenHelp} />
      </div>
      <Link href={tabPath('analytics')} className={lookOf({ size: 'sm' })}>
        {navigation.analytics}
      </Link>
    </div>
  );
}

function Finances() {
  const { finances, sources } = usePageTexts();
  const [params] = useSearchParams();
  const names = Object.keys(financeViews) as FinanceView[];
  const shown = names.find((name) => name === params.get('view')) ?? 'statement';
  const View = financeViews[shown];
  return (
    <>
      <h1 className="mb-2 text-xl font-semibold">{finances.title}</h1>
      <nav
        aria-label={finances.title}
        className="-mx-4 mb-4 overflow-x-auto border-b border-hairline px-4 sm:mx-0 sm:px-0 print:hidden"
      >
        <ul className="flex gap-5 text-sm">
          {names.map((name) => (
            <li key={name}>
              <Link
                href={`${financePath(name)}${formatKeptParameters(params)}`}
                aria-current={name === shown ? 'page' : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
              >
                {finances.views[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {viewsBySource.includes(shown) ? null : <SourceFilter hidden={sources.filter.unsplit} />}
      <View />
    </>
  );
}

/** The period and the source stay from one view to the next. */
function formatKeptParameters(params: URLSearchParams): string {
  const kept = ['step', 'until', 'compare', sourceParameter].flatMap((name) => {
    const value = params.get(name);
    return value === null ? [] : [`&${new URLSearchParams({ [name]: value })}`];
  });
  return kept.join('');
}
