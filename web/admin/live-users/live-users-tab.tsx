// Visitors who are online now. Refetches every 5 s and after each websocket message.
import type { AnswerFor } from '../../../contract/index.ts';
import { pageLabel } from '../../../contract/page-labels.ts';
import { browserOf } from '../../../contract/user-agents.ts';
import { shownZone } from '../../ui/format-date.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { countryName, unknownCountry } from '../country-names.ts';
import { useApi } from '../kit/use-api.ts';
import { FailureNotice } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { VisitorIp } from '../visitor-ip.tsx';

const refetchMs = 5_000;
const columns = ['ip', 'country', 'page', 'browser', 'activity'] as const;

export default function LiveUsersTab() {
  const { navigation, liveUsers, common } = usePageTexts();
  usePageTitle(navigation.liveusers);
  const { data, isError, refetch } = useApi('GET /api/admin/online-users', {}, { refetchInterval: refetchMs });
  const shown = (count: number | undefined) => (count === undefined ? null : formatCount(count));
  const known = data?.users.map(({ country }) => country).filter((country) => country !== unknownCountry);
  const countries = known && new Set(known).size;
  return (
    <>
      <PageHeading of="liveusers" className="mb-4" />
      {isError ? (
        <FailureNotice title={liveUsers.failed} action={common.tryAgain} onAct={() => void refetch()}>
          {liveUsers.fetchFailed}
        </FailureNotice>
      ) : null}
      {data || !isError ? (
        <StatCards>
          <StatCard title={liveUsers.online} value={shown(data?.uniqueOnlineUsers)} caption={liveUsers.onlineHelp} />
          <StatCard title={liveUsers.sessions} value={shown(data?.totalUsers)} caption={liveUsers.sessionsHelp} />
          <StatCard
            title={liveUsers.today}
            value={shown(data?.todayUniqueVisitors)}
            caption={liveUsers.todayHelp(shownZone())}
          />
          <StatCard title={liveUsers.countries} value={shown(countries)} caption={liveUsers.countriesHelp} />
        </StatCards>
      ) : null}
      {data ? <Users data={data} /> : null}
      {!data && !isError ? <Skeleton className="h-40 w-full" /> : null}
    </>
  );
}

function Users({ data: { users, timestamp } }: { data: AnswerFor<'GET /api/admin/online-users'> }) {
  const { liveUsers } = usePageTexts();
  if (users.length === 0) {
    return (
      <p className="rounded-card border border-hairline bg-surface px-4 py-10 text-center text-sm text-muted">
        {liveUsers.none}
      </p>
    );
  }
  const nowMs = Date.parse(timestamp);
  return (
    <div className="max-h-[36rem] overflow-y-auto rounded-card">
      <Table caption={liveUsers.table} columns={columns.map((column) => ({ label: liveUsers.columns[column] }))}>
        {users.map(({ id, ip, country, currentPage, userAgent, lastActivity }) => (
          <Row key={id}>
            <Cell className="font-mono text-xs">
              <VisitorIp ip={ip} words={liveUsers.ip} />
            </Cell>
            <Cell className="max-sm:text-right">
              {country === unknownCountry ? liveUsers.word(country) : countryName(country, liveUsers.lang)}
            </Cell>
            <Cell className="max-w-72 break-words">{liveUsers.word(pageLabel(currentPage))}</Cell>
            <Cell className="max-sm:text-right">{liveUsers.word(browserOf(userAgent))}</Cell>
            <Cell className="text-muted">
              <RelativeTime at={lastActivity} nowMs={nowMs} />
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
