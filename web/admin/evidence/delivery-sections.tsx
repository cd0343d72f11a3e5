// The links in the evidence of an order, as the provider reports them, with replacements and requests.

import { describeNonPost } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import type { Texts } from '../texts/texts.ts';
import { type PartProps, Section, Sheet } from './evidence-parts.tsx';

export function DeliverySections(part: PartProps) {
  return (
    <>
      <Links {...part} />
      <Replacements {...part} />
      <Requests {...part} />
    </>
  );
}

function Links({ evidence, evidence: { links }, texts: { own, shared }, format }: PartProps) {
  const names = useProviderNames();
  // A column without any count is left out.
  const hasStart = links.some(({ start_count }) => start_count !== null);
  const hasEnd = links.some(({ end_count }) => end_count !== null);
  const last = links
    .map(({ checked_at }) => checked_at)
    .reduce((one, other) => ((other ?? '') > (one ?? '') ? other : one), null);
  return (
    <Section
      title={own.delivery}
      note={[own.reported, hasEnd && own.countAfterHelp, last && own.lastReport(format.time(last))]
        .filter(Boolean)
        .join(' ')}
    >
      <Sheet
        label={own.delivery}
        columns={[
          own.ordered,
          own.delivered,
          ...(hasStart ? [own.countBefore] : []),
          ...(hasEnd ? [own.countAfter] : []),
          own.status,
          own.providerOrder,
          own.sent,
          own.started,
          own.ended,
        ]}
        none={own.none}
        rows={links.map((link, position) => ({
          key: String(position),
          lead: `${position + 1}. ${named(link.post_link, shared, evidence)}`,
          cells: [
            format.count(link.ordered),
            link.delivered === null ? own.noReport : format.count(link.delivered),
            ...(hasStart ? [format.countOrNull(link.start_count)] : []),
            ...(hasEnd ? [format.countOrNull(link.end_count)] : []),
            link.live_status ?? (link.status === null ? own.unsent : own.dispatch[link.status]),
            link.provider_order_id && names.order(link.provider_order_id),
            format.timeOrNull(link.sent_at),
            format.timeOrNull(link.started_at),
            format.timeOrNull(link.ended_at),
          ],
        }))}
      />
    </Section>
  );
}

function Replacements({ evidence, evidence: { replacements }, texts: { own, shared }, format }: PartProps) {
  const names = useProviderNames();
  if (replacements.length === 0) return null;
  const hasCounts = replacements.some(({ start_count }) => start_count !== null);
  return (
    <Section title={own.replacements} note={own.replacementsHelp}>
      <Sheet
        label={own.replacements}
        columns={[
          own.newLink,
          own.deliveredBefore,
          ...(hasCounts ? [own.countBefore, own.countAfter] : []),
          own.providerOrder,
          own.sent,
          own.ended,
          own.replaced,
        ]}
        none={own.none}
        rows={replacements.map((one) => ({
          key: `${one.position} ${one.replaced_at}`,
          lead: `${one.position + 1}. ${named(one.old_link, shared, evidence)}`,
          cells: [
            one.is_move ? own.samePost : <Address key="new" href={named(one.new_link, shared, evidence)} />,
            format.count(one.delivered),
            ...(hasCounts ? [format.countOrNull(one.start_count), format.countOrNull(one.end_count)] : []),
            one.provider_order_id && names.order(one.provider_order_id),
            format.timeOrNull(one.sent_at),
            format.timeOrNull(one.ended_at),
            format.time(one.replaced_at),
          ],
        }))}
      />
    </Section>
  );
}

function Address({ href }: { href: string }) {
  return <span className="break-all">{href}</span>;
}

/** "https://… (Profile · some.user. Not a post …)" for a link that is not the link of a post. */
function named(link: string, { links }: Texts, { order }: Pick<PartProps['evidence'], 'order'>): string {
  const opens = order.link_rule ? null : describeNonPost(link, true);
  if (opens === null) return link;
  const name = linkName(links.kinds, opens);
  return opens.kind === 'share' ? `${link} (${name})` : `${link} (${name}. ${links.chosen})`;
}

function Requests({ evidence: { requests }, texts: { own }, format }: PartProps) {
  if (requests.length === 0) return null;
  return (
    <Section title={own.requests}>
      <Sheet
        label={own.requests}
        columns={[own.request, own.linkColumn, own.state, own.requested, own.ended]}
        none={own.none}
        rows={requests.map(({ kind, position, state, requested_at, ended_at }) => ({
          key: `${position} ${kind} ${requested_at}`,
          cells: [
            own.requestKinds[kind],
            own.link(position + 1),
            own.requestStates[state],
            format.time(requested_at),
            format.timeOrNull(ended_at),
          ],
        }))}
      />
    </Section>
  );
}
