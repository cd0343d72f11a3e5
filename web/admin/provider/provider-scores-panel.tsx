// Compares how the services of the providers delivered, and suggests which provider should be first.
import { type ReactNode, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { quantityBands } from '../../../contract/measured-speed.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { Cell, Row, staysInSight, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { providerRate } from './provider-amount.ts';

type ProviderScores = AnswerFor<'GET /api/admin/provider-scores'>;
type Score = ProviderScores['scores'][number];

export function ProviderScoresPanel() {
  const { providerScores: texts } = useSetupTexts();
  const [bands, setBands] = useState<'all' | 'each'>('all');
  const found = useApi('GET /api/admin/provider-scores', { query: { days: 30, bands } });
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 py-1">
        <p className="max-w-prose text-sm text-muted">{texts.help(found.data?.days ?? 30)}</p>
        <Loaded query={found} failed={texts.failed} skeleton="h-24 w-full">
          {(data) => (
            <>
              <Suggestions {...data} />
              {data.scores.length > 0 ? (
                <Scores scores={data.scores} />
              ) : (
                <p className="text-sm text-muted">{texts.none}</p>
              )}
            </>
          )}
        </Loaded>
        <div>
          <Button size="sm" onClick={() => setBands(bands === 'all' ? 'each' : 'all')}>
            {bands === 'all' ? texts.byQuantity : texts.together}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Suggestions({ scores, suggestions }: ProviderScores) {
  const { providerScores: texts, settingNames } = useSetupTexts();
  const find = (providerId: string, serviceId: string) =>
    scores.find((score) => score.provider_id === providerId && score.service_id === serviceId);
  const lines = suggestions.flatMap((each) => {
    const best = find(each.provider_id, each.service_id);
    const first = find(each.first_provider_id, each.first_service_id);
    if (!best || !first) return [];
    const category = each.category ? settingNames.categories[each.category].toLowerCase() : (each.offer_name ?? '');
    const { move, stay } = texts.suggestion;
    const isFirst = best === first;
    const line = isFirst
      ? stay(category, best.provider_name, figures(best))
      : move(category, best.provider_name, figures(best), first.provider_name, figures(first));
    return [{ category, line, isFirst }];
  });
  if (lines.length === 0) return null;

  function figures(score: Score): string {
    const { figures: fast, slow, cost } = texts.suggestion;
    const links = formatCount(score.links);
    const trouble = formatCount(Math.round(((score.short_percent ?? 0) + (score.refused_percent ?? 0)) * 10) / 10);
    const { p90_seconds: within } = score.completed;
    const delivery = within === null ? slow(links, trouble) : fast(links, shownSpan(within), trouble);
    return score.cost_per_delivered_1000 === null ? delivery : `${delivery}, ${cost(shownCost(score) ?? '')}`;
  }

  return (
    <div className="grid gap-1 text-sm">
      <ul className="grid gap-1.5">
        {lines.map(({ category, line, isFirst }) => (
          <li key={category} className="flex items-start gap-2">
            <Icon name={isFirst ? 'check' : 'info'} className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{line}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{texts.suggestion.help}</p>
    </div>
  );
}

function Scores({ scores }: { scores: readonly Score[] }) {
  const { providerScores: texts } = useSetupTexts();
  const { service, links, began, completed, speed, short, refused, refilled, cost, uptime } = texts;
  const figures = [links, began, completed, speed, short, refused, refilled, cost, uptime];
  return (
    <Table
      wide
      caption={texts.title}
      columns={[
        { label: service, className: 'min-w-56' },
        ...figures.map((label) => ({ label, align: 'end' as const })),
      ]}
    >
      {scores.map((score) => (
        <ScoreRow key={`${score.provider_id} ${score.service_id} ${score.band}`} score={score} />
      ))}
    </Table>
  );
}

function ScoreRow({ score }: { score: Score }) {
  const { providerScores: texts, settingNames } = useSetupTexts();
  const { first_progress: began, completed, checks, uptime_percent: uptime } = score;
  const names = [
    ...score.categories.map((category) => settingNames.categories[category]),
    ...(score.offer_names ?? []),
  ];
  const used = names.join(', ') || texts.former;
  const timeOf = (seconds: number | null) => (seconds === null ? null : shownSpan(seconds));
  const times = (found: Score['completed']) =>
    score.links === 0 ? null : (
      <>
        <Line>{texts.half(timeOf(found.p50_seconds))}</Line>
        <Line>{texts.most(timeOf(found.p90_seconds))}</Line>
      </>
    );
  return (
    <Row>
      <Cell className="max-sm:col-span-2">
        <span className="font-semibold">{score.provider_name}</span>
        <span className="block wrap-anywhere text-muted">
          {`${texts.serviceOf(score.service_id, score.service_name)} (${used})`}
        </span>
        {score.band === null ? null : <span className="block">{bandText(score.band, texts)}</span>}
      </Cell>
      <Figure label={texts.links}>
        <Line>{formatCount(score.links)}</Line>
        {score.open > 0 ? <Line muted>{texts.inDelivery(formatCount(score.open))}</Line> : null}
      </Figure>
      <Figure label={texts.began}>{times(began)}</Figure>
      <Figure label={texts.completed}>{times(completed)}</Figure>
      <Figure label={texts.speed}>{score.units_per_hour === null ? null : formatCount(score.units_per_hour)}</Figure>
      <Figure label={texts.short}>{percent(score.short_percent)}</Figure>
      <Figure label={texts.refused}>{percent(score.refused_percent)}</Figure>
      <Figure label={texts.refilled}>{percent(score.refilled_percent)}</Figure>
      <Figure label={texts.cost}>{shownCost(score)}</Figure>
      <Figure label={texts.uptime} isLast>
        {uptime === null ? null : (
          <>
            <Line>{percent(uptime)}</Line>
            <Line muted>{texts.checks(formatCount(checks))}</Line>
          </>
        )}
      </Figure>
    </Row>
  );
}

/** On a phone the label stands beside the figure: the header is hidden there. */
function Figure({ label, isLast = false, children }: { label: string; isLast?: boolean; children: ReactNode }) {
  return (
    <Cell
      align="end"
      className={classNames(
        'whitespace-nowrap max-sm:col-span-2 max-sm:flex max-sm:justify-between max-sm:gap-4 sm:px-2 sm:last:pr-4',
        isLast && staysInSight,
      )}
    >
      <span className="text-muted sm:hidden">{label}</span>
      <span>{children ?? <span aria-hidden="true">-</span>}</span>
    </Cell>
  );
}

function Line({ muted = false, children }: { muted?: boolean; children: ReactNode }) {
  return <span className={classNames('block', muted && 'text-muted')}>{children}</span>;
}

function bandText(band: number, texts: { upTo: (quantity: string) => string; above: (quantity: string) => string }) {
  const end = quantityBands[band];
  return end ? texts.upTo(formatCount(end)) : texts.above(formatCount(quantityBands[band - 1] ?? 0));
}

function percent(share: number | null): string | null {
  return share === null ? null : `${formatCount(share)} %`;
}

function shownCost({ cost_per_delivered_1000: cost, currency }: Score): string | null {
  return cost === null ? null : providerRate(cost, currency ?? '');
}

/** Rounded up: the end of a range. The units are the same in both languages. */
function shownSpan(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} min`;
  return seconds < 48 * 3_600 ? `${Math.ceil(seconds / 3_600)} h` : `${Math.ceil(seconds / 86_400)} d`;
}
