// The offers of the store by platform: price, cost, margin, services and state, and the way to edit them.
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type Platform, platforms } from '../../../contract/offer-kinds.ts';
import type { OfferSetting } from '../../../contract/offers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatPercentage } from '../amounts.ts';
import { editedName, importPath } from '../paths.ts';
import { providerRate } from '../provider/provider-amount.ts';
import type { Provider } from '../provider/provider-check.tsx';
import { formatPerThousand } from '../settings/change-list.tsx';
import { offersOf } from '../settings/settings-draft.ts';
import { type SavedSettings, useRestore } from '../settings/settings-form.ts';
import type { OfferState } from '../texts/kinds.ts';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { NewOfferDialog, OfferDialog } from './offer-dialog.tsx';
import { costOfOffer, marginOfOffer, servicesOf, stateOf } from './offer-state.ts';

const tones: Record<OfferState, Tone> = {
  sold: 'green',
  paused: 'yellow',
  no_service: 'orange',
  above_price: 'orange',
  off: 'grey',
  unconfirmed: 'grey',
};

type OfferListProps = { saved: SavedSettings; providers: readonly Provider[] };

export function OfferList({ saved, providers }: OfferListProps) {
  const { catalog: texts, catalogImport } = useSetupTexts();
  const [params, setParams] = useSearchParams();
  const isAllowed = useAllowed();
  const [edited, setEdited] = useState<string | 'new' | null>(
    isAllowed('saveStoreSettings') ? params.get(editedName) : null,
  );
  const undo = useRestore();
  const seesCosts = isAllowed('changeProvider');
  const offers = offersOf(saved.settings);
  const listed = offers.map((offer) => {
    const services = servicesOf(offer, providers);
    return { offer, services, state: stateOf(offer, services) };
  });
  const onSale = listed.filter(({ state }) => state === 'sold').length;
  const opened = offers.find(({ id }) => id === edited);
  const close = () => {
    setEdited(null);
    // The address of an open dialog would open it again.
    if (params.has(editedName)) setParams(new URLSearchParams(), { replace: true });
  };
  const dialog = { saved, undo, onClose: close };
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          <span>{texts.onSale(onSale, offers.length)}</span>
          {seesCosts ? <span>{`. ${texts.afterFee}`}</span> : null}
        </p>
        <Allowed call="saveStoreSettings">
          <Link href={importPath} className={`${lookOf({ size: 'sm' })} ml-auto`}>
            {catalogImport.title}
          </Link>
          <Button size="sm" icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        </Allowed>
      </div>
      {platforms.map((platform) => (
        <PlatformOffers
          key={platform}
          platform={platform}
          rows={listed.filter(({ offer }) => offer.platform === platform)}
          fees={saved.settings.fees}
          seesCosts={seesCosts}
          onEdit={setEdited}
        />
      ))}
      {edited === 'new' ? <NewOfferDialog {...dialog} /> : null}
      {opened ? <OfferDialog key={opened.id} offer={opened} providers={providers} {...dialog} /> : null}
    </>
  );
}

type Listed = { offer: OfferSetting; services: ReturnType<typeof servicesOf>; state: OfferState };

type PlatformOffersProps = {
  platform: Platform;
  rows: readonly Listed[];
  fees: SavedSettings['settings']['fees'];
  seesCosts: boolean;
  onEdit: (id: string) => void;
};

function PlatformOffers({ platform, rows, fees, seesCosts, onEdit }: PlatformOffersProps) {
  const { catalog: texts } = useSetupTexts();
  const mayEdit = useAllowed()('saveStoreSettings');
  if (rows.length === 0) return null;
  const { columns } = texts;
  const shown: Column[] = [
    { label: columns.offer, className: 'sm:w-[28%]' },
    { label: columns.price, align: 'end', className: 'sm:w-[11%]' },
    ...(seesCosts
      ? [
          { label: columns.cost, align: 'end' as const, className: 'sm:w-[11%]' },
          { label: columns.margin, align: 'end' as const, className: 'sm:w-[9%]' },
        ]
      : []),
    { label: columns.services },
    { label: columns.state, className: 'sm:w-[15%]' },
    ...(mayEdit ? [{ label: columns.acts, align: 'end' as const, className: 'sm:w-[9%]' }] : []),
  ];
  return (
    <section aria-labelledby={`offers-${platform}`} className="mt-5">
      <h2 id={`offers-${platform}`} className="mb-2 font-semibold">
        {texts.platforms[platform]}
      </h2>
      <Table caption={texts.platforms[platform]} columns={shown}>
        {rows.map((row) => (
          <OfferRow
            key={row.offer.id}
            {...row}
            fees={fees}
            seesCosts={seesCosts}
            onEdit={mayEdit ? () => onEdit(row.offer.id) : null}
          />
        ))}
      </Table>
    </section>
  );
}

type OfferRowProps = Listed & Pick<PlatformOffersProps, 'fees' | 'seesCosts'> & { onEdit: (() => void) | null };

function OfferRow({ offer, services, state, fees, seesCosts, onEdit }: OfferRowProps) {
  const { catalog: texts } = useSetupTexts();
  const name = offer.names[setLanguages[useTextSet()]];
  const cost = costOfOffer(services);
  const margin = marginOfOffer(offer, cost, fees);
  return (
    <Row>
      <Cell className="max-sm:order-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-xs text-muted">
          <span>{`${texts.actions[offer.action]} · `}</span>
          <span translate="no">{offer.id}</span>
        </span>
      </Cell>
      <Labeled label={texts.columns.price} className="max-sm:order-3">
        {formatPerThousand(offer.unit_price_micros)}
      </Labeled>
      {seesCosts ? (
        <>
          <Labeled label={texts.columns.cost} className="max-sm:order-4">
            {cost === null ? texts.unknown : providerRate(cost, 'USD')}
          </Labeled>
          <Labeled label={texts.columns.margin} className="max-sm:order-5">
            <span className={classNames(margin !== null && margin < 0 && 'text-red-ink')}>
              {margin === null ? texts.unknownMargin : formatPercentage(Math.round(margin))}
            </span>
          </Labeled>
        </>
      ) : null}
      <Cell className="max-sm:order-6 max-sm:col-span-2 max-sm:mt-1 max-sm:text-xs">
        {services.length === 0 ? <span className="text-muted">{texts.noService}</span> : null}
        {services.map(({ providerId, provider, serviceId, isInUse }) => (
          <span key={providerId} className={classNames('block wrap-anywhere', !isInUse && 'text-muted line-through')}>
            <bdi>{`${provider} `}</bdi>
            <span translate="no" className="tabular-nums">
              {serviceId}
            </span>
          </span>
        ))}
      </Cell>
      <Cell className="max-sm:order-2">
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
      </Cell>
      {onEdit ? (
        <Cell align="end" className="max-sm:order-7 max-sm:col-span-2 max-sm:mt-2 max-sm:text-left!">
          <Button size="sm" aria-label={texts.editNamed(name)} className="pointer-coarse:min-h-10" onClick={onEdit}>
            {texts.edit}
          </Button>
        </Cell>
      ) : null}
    </Row>
  );
}

/** A figure, with its column in front of it on a phone. */
function Labeled({ label, className, children }: { label: string; className: string; children: string | Elements }) {
  return (
    <Cell align="end" className={classNames('max-sm:contents', className)}>
      <span className={classNames('text-muted sm:hidden max-sm:text-left', className)}>{label}</span>
      <span translate="no" className={className}>
        {children}
      </span>
    </Cell>
  );
}
