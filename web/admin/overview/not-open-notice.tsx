// A notice with a link to the launch settings, for a live store that is not open yet. A sandbox store is always open.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { useAdmin } from '../admin-context.tsx';
import { settingsPath } from '../paths.ts';
import { launchQuery } from '../settings/settings-queries.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function NotOpenNotice() {
  const { overview } = useTexts();
  const { api, store } = useAdmin();
  const { data } = useQuery({ ...launchQuery(api), enabled: !store.sandbox });
  if (!data || data.open) return null;
  const left = data.checks.filter(({ done, required }) => required && !done).length;
  return (
    <section
      aria-label={overview.launch}
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-hairline bg-surface px-4 py-3 text-sm"
    >
      <Badge tone="yellow">{overview.notOpen}</Badge>
      <p>
        <span>{`${overview.notOpenReason} `}</span>
        <Link href={settingsPath} className="font-medium underline underline-offset-2">
          {overview.launchLink}
        </Link>
        <span>{left > 0 ? overview.pointsLeft(left) : '.'}</span>
      </p>
    </section>
  );
}
