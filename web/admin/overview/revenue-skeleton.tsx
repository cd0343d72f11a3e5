// The placeholder of the overview chart while its data or its code loads.
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../texts/shown-texts.ts';

export function RevenueSkeleton() {
  const { overview } = useTexts();
  return (
    <section aria-busy="true" className="rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <h2 className="text-base font-semibold">{overview.chartTitle}</h2>
      <p className="mb-3 text-sm text-muted">{overview.chartSubtitle}</p>
      <Skeleton className="mb-2 h-5 w-44" />
      <Skeleton className="h-[350px] w-full" />
    </section>
  );
}
