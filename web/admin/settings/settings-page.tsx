// The settings: loads what is saved, and renders the sections of one page. All pages share one draft.
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { fieldAt, fieldPaths } from '../../../contract/setting-fields.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminsSection } from '../account/admins-section.tsx';
import { SignInSection } from '../account/sign-in-section.tsx';
import { Locked, useAllowed } from '../allowed.tsx';
import { Anchor } from '../anchor.tsx';
import { ApiKeysSection } from '../api-keys/api-keys-section.tsx';
import { AuditSection } from '../audit/audit-section.tsx';
import { BackupsSection } from '../backups/backups-section.tsx';
import { DataPrivacySection } from '../data-privacy/data-privacy-section.tsx';
import { RetentionSection } from '../data-privacy/retention-section.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { PageHeading } from '../page-heading.tsx';
import { Panel } from '../panel.tsx';
import { PaymentMethodsSection } from '../payment-methods/payment-methods-section.tsx';
import { ThisDeviceSection } from '../push/this-device.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';
import { BrandSection } from './brand-section.tsx';
import { CardTestingSection } from './card-testing-section.tsx';
import { ClaimsSection } from './claims-section.tsx';
import { DigestSection } from './digest-section.tsx';
import { EmailsSection } from './emails-section.tsx';
import {
  BusinessSection,
  CardsSection,
  DispatchSection,
  FeesSection,
  FieldsSection,
  GuaranteeSection,
  StatusPageSection,
  StoreSection,
} from './field-sections.tsx';
import { GuardrailsSection } from './guardrails-section.tsx';
import { HeartbeatSection } from './heartbeat-section.tsx';
import { HistorySection } from './history-section.tsx';
import { BackupFolderSection, ImapSection, RestoreSection, SmtpSection } from './infrastructure-sections.tsx';
import { inputIdOf } from './inputs.tsx';
import { LaunchSection } from './launch-section.tsx';
import { LegalSection } from './legal-section.tsx';
import { MarginsSection } from './margins-section.tsx';
import { OwnerSection } from './owner-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { pageOfAddress, type SectionId, type SettingsPageId, sectionPath, sections, sectionsOf } from './sections.ts';
import { SellingSection } from './selling-section.tsx';
import { SectionFields } from './setting-field.tsx';
import { type SavedSettings, type SettingsForm, useSettingsForm } from './settings-form.ts';
import { SettingsNavigation } from './settings-navigation.tsx';
import { TextsSection } from './texts/texts-section.tsx';

export default function SettingsPage() {
  const { navigation } = useTexts();
  const { settingsPage } = useSetupTexts();
  usePageTitle(navigation.settings);
  const saved = useApi('GET /api/admin/store-settings', {});
  // It decides which page opens. Without it the settings open as those of a launched store.
  const launch = useApi('GET /api/admin/launch', {});
  const isLaunched = !launch.data || (launch.data.open && launch.data.checks.every((one) => one.done || !one.required));
  return (
    <>
      <PageHeading of="settings" />
      {saved.isError ? (
        <div className="mt-4">
          <LoadFailure title={settingsPage.failed} error={saved.error} onRetry={() => void saved.refetch()} />
        </div>
      ) : null}
      {saved.isPending || (saved.data && launch.isPending) ? <SettingsSkeleton /> : null}
      {saved.data && !launch.isPending ? <Settings answered={saved.data} isLaunched={isLaunched} /> : null}
    </>
  );
}

function Settings({ answered, isLaunched }: { answered: SavedSettings; isLaunched: boolean }) {
  const form = useSettingsForm(answered);
  const { settingsPage: texts } = useSetupTexts();
  const nowMs = useNow();
  const isAllowed = useAllowed();
  const locked = !isAllowed('saveStoreSettings');
  const { version, changed_at, changed_by } = form.saved;
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const named = pageOfAddress(
    useSearch(),
    useLocationProperty(() => window.location.hash),
  );
  // The page stays when its last task is done on it.
  const [first] = useState<SettingsPageId>(isLaunched ? 'store' : 'launch');
  // An address may name a page of which this role sees nothing.
  const isOpen = named !== null && sectionsOf(named, isAllowed).length > 0;
  const page = isOpen ? named : first;
  const shown = sectionsOf(page, isAllowed);

  /** Opens the page of a field, and focuses it once it is there. */
  function showField(path: string): void {
    navigate(sectionPath(sectionOfField(path)));
    setProblem(path);
  }
  useEffect(() => {
    if (problem === null) return;
    document.getElementById(inputIdOf(problem))?.focus();
    setProblem(null);
  }, [problem]);

  return (
    <>
      <p className="mt-1 text-sm text-muted">
        <span>{`${changed_by ? texts.savedBy(version, changed_by) : texts.first(version)} `}</span>
        <RelativeTime at={changed_at} nowMs={nowMs} />
        <span>{locked ? `. ${texts.locked}` : null}</span>
      </p>
      <div className="mt-4 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <SettingsNavigation page={page} isOpen={isOpen} isLaunched={isLaunched} />
        <div className="grid min-w-0 gap-4">
          <div className={classNames('grid min-w-0 gap-4', !isOpen && 'max-lg:hidden')}>
            {shown.map((id) => (
              <Anchor key={id} id={id}>
                <Locked locked={locked && isOfForm(id)}>{contents[id](form, locked)}</Locked>
              </Anchor>
            ))}
          </div>
          <SaveBar form={form} onProblem={showField} />
        </div>
      </div>
    </>
  );
}

/** What each section shows. `form` has the draft of all of them. */
const contents: Record<SectionId, (form: SettingsForm, locked: boolean) => Elements> = {
  launch: () => <LaunchSection />,
  store: (form) => <StoreSection form={form} />,
  brand: (form) => <BrandSection form={form} />,
  selling: (form) => <SellingSection form={form} />,
  business: (form) => <BusinessSection form={form} />,
  'payment-methods': () => <PaymentMethodsSection />,
  cards: (form) => <CardsSection form={form} />,
  fees: (form) => <FeesSection form={form} />,
  claims: (form) => <ClaimsSection form={form} />,
  legal: (form) => <LegalSection form={form} />,
  prices: (form) => <PricesSection form={form} />,
  margins: (form) => <MarginsSection form={form} />,
  dispatch: (form) => <DispatchSection form={form} />,
  guarantee: (form) => <GuaranteeSection form={form} />,
  tracking: (form) => <FieldsSection form={form} section="tracking" />,
  texts: (form, locked) => <TextsSection form={form} locked={locked} />,
  emails: (form, locked) => (
    <EmailsSection
      switches={
        <Locked locked={locked}>
          <div className="grid gap-3">
            <SectionFields form={form} section="emails" />
          </div>
        </Locked>
      }
    />
  ),
  guardrails: (form) => <GuardrailsSection form={form} />,
  'card-testing': (form) => <CardTestingSection form={form} />,
  'sign-in': () => <SignInSection />,
  admins: () => <AdminsSection />,
  owner: () => <OwnerSection />,
  digest: (form, locked) => <DigestSection form={form} locked={locked} />,
  'second-factor': (form) => <FieldsSection form={form} section="second-factor" />,
  sessions: (form) => <FieldsSection form={form} section="sessions" />,
  'api-keys': () => <ApiKeysSection />,
  webhooks: () => <WebhooksSection />,
  notifications: () => <NotificationsSection />,
  'this-device': () => <ThisDeviceSection />,
  retention: (form) => <RetentionSection form={form} />,
  people: () => <DataPrivacySection />,
  smtp: () => <SmtpSection />,
  imap: () => <ImapSection />,
  'backup-folder': () => <BackupFolderSection />,
  backups: () => <BackupsSection />,
  restore: () => <RestoreSection />,
  heartbeat: () => <HeartbeatSection />,
  'status-page': (form) => <StatusPageSection form={form} />,
  history: (form, locked) => <HistorySection form={form} locked={locked} />,
  audit: () => <AuditSection />,
};

/** Sections whose fields a role without the right to save may only read. */
const ofForm: readonly SectionId[] = [
  ...([
    'store',
    'brand',
    'selling',
    'business',
    'cards',
    'fees',
    'claims',
    'legal',
    'prices',
    'margins',
    'dispatch',
    'guarantee',
    'tracking',
  ] as const),
  ...(['guardrails', 'card-testing', 'second-factor', 'sessions', 'retention', 'status-page'] as const),
];
const isOfForm = (id: SectionId) => ofForm.includes(id);

/** The section that has the field of a setting, by its path. */
function sectionOfField(path: string): SectionId {
  const [group] = path.split('.');
  const row = fieldPaths.find((one) => one === path);
  const section = row === undefined ? group : fieldAt(row).section;
  return sections.find(({ id }) => id === section)?.id ?? 'store';
}

function SettingsSkeleton() {
  const { settingsSections } = useTexts();
  return (
    <div aria-busy="true" className="mt-4 grid gap-4 lg:ml-48">
      {(['store', 'claims', 'prices'] as const).map((id) => (
        <Panel key={id} title={settingsSections[id]}>
          <div className="grid gap-4 py-1">
            {['a', 'b', 'c'].map((line) => (
              <Skeleton key={line} className="h-9 w-full" />
            ))}
          </div>
        </Panel>
      ))}
    </div>
  );
}
