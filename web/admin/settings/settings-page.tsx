// The settings page: loads the saved settings and renders the sections.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminsSection } from '../account/admins-section.tsx';
import { SignInSection } from '../account/sign-in-section.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed, Locked, useAllowed } from '../allowed.tsx';
import { Anchor } from '../anchor.tsx';
import { ApiKeysSection } from '../api-keys/api-keys-section.tsx';
import { AuditSection } from '../audit/audit-section.tsx';
import { BackupsSection } from '../backups/backups-section.tsx';
import { DataPrivacySection } from '../data-privacy/data-privacy-section.tsx';
import { RetentionSection } from '../data-privacy/retention-section.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';
import { CardTestingSection } from './card-testing-section.tsx';
import { ClaimsSection } from './claims-section.tsx';
import { DispatchSection } from './dispatch-section.tsx';
import { EmailsSection } from './emails-section.tsx';
import { GuardrailsSection } from './guardrails-section.tsx';
import { HistorySection } from './history-section.tsx';
import { LaunchSection } from './launch-section.tsx';
import { LegalSection } from './legal-section.tsx';
import { OwnerSection } from './owner-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { isShown, launchSection, type SectionId, sections } from './sections.ts';
import { useSettingsForm } from './settings-form.ts';
import { type SavedSettings, savedSettingsQuery } from './settings-queries.ts';
import { BusinessSection, StoreSection } from './store-section.tsx';
import { TextsSection } from './texts/texts-section.tsx';
import { TrackingSection } from './tracking-section.tsx';

export default function SettingsPage() {
  const { navigation } = useTexts();
  const { settingsPage } = useSetupTexts();
  usePageTitle(navigation.settings);
  const { api } = useAdmin();
  const saved = useQuery(savedSettingsQuery(api));
  return (
    <>
      <PageHeading of="settings" />
      {saved.isError ? (
        <div className="mt-4">
          <LoadFailure title={settingsPage.failed} error={saved.error} onRetry={() => void saved.refetch()} />
        </div>
      ) : null}
      {saved.isPending ? <SettingsSkeleton /> : null}
      {saved.data ? <Settings answered={saved.data} /> : null}
    </>
  );
}

function Settings({ answered }: { answered: SavedSettings }) {
  const form = useSettingsForm(answered);
  const { settingsSections } = useTexts();
  const { settingsPage: texts } = useSetupTexts();
  const nowMs = useNow();
  const isAllowed = useAllowed();
  const locked = !isAllowed('saveStoreSettings');
  const { version, changed_at, changed_by } = form.saved;
  const isLive = form.saved.mode === 'live';
  const listed = (isLive ? [launchSection, ...sections] : [...sections, launchSection]).filter((section) =>
    isShown(section, isAllowed),
  );
  const launch = (
    <Section id="launch">
      <LaunchSection />
    </Section>
  );
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {changed_by ? texts.savedBy(version, changed_by) : texts.first(version)}{' '}
        <RelativeTime at={changed_at} nowMs={nowMs} />
        {locked ? `. ${texts.locked}` : null}
      </p>
      <div className="mt-4 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[10rem_minmax(0,1fr)]">
        <nav aria-label={texts.sections} className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 lg:sticky lg:top-6">
          <ul className="flex gap-1 text-sm max-lg:w-max lg:block lg:border-l lg:border-hairline">
            {listed.map(({ id }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block py-1 text-muted hover:text-ink max-lg:rounded-full max-lg:border max-lg:border-hairline max-lg:bg-surface max-lg:px-3 max-lg:py-1.5 max-lg:pointer-coarse:py-2.5 lg:pl-3"
                >
                  {settingsSections[id]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-4">
          {isLive ? launch : null}
          <Section id="store" locked={locked}>
            <StoreSection form={form} />
          </Section>
          <Section id="claims" locked={locked}>
            <ClaimsSection form={form} />
          </Section>
          <Section id="prices" locked={locked}>
            <PricesSection form={form} />
          </Section>
          <Section id="dispatch" locked={locked}>
            <DispatchSection form={form} />
          </Section>
          <Section id="tracking" locked={locked}>
            <TrackingSection form={form} />
          </Section>
          <Section id="guardrails" locked={locked}>
            <GuardrailsSection form={form} />
          </Section>
          <Section id="card-testing" locked={locked}>
            <CardTestingSection form={form} />
          </Section>
          <Section id="legal" locked={locked}>
            <LegalSection form={form} />
          </Section>
          <Section id="texts">
            <TextsSection form={form} locked={locked} />
          </Section>
          <Section id="emails">
            <EmailsSection />
          </Section>
          <Section id="business" locked={locked}>
            <BusinessSection form={form} />
          </Section>
          <Section id="retention" locked={locked}>
            <RetentionSection form={form} />
          </Section>
          <Allowed call="getOwnerAddress">
            <Section id="owner">
              <OwnerSection />
            </Section>
          </Allowed>
          <Section id="sign-in">
            <SignInSection />
          </Section>
          <Allowed call="addAdmin">
            <Section id="admins">
              <AdminsSection />
            </Section>
          </Allowed>
          <Section id="second-factor" locked={locked}>
            <SecondFactorSection form={form} />
          </Section>
          <Section id="sessions" locked={locked}>
            <SessionsSection form={form} />
          </Section>
          <Allowed call="listApiKeys">
            <Section id="api-keys">
              <ApiKeysSection />
            </Section>
          </Allowed>
          <Allowed call="listWebhooks">
            <Section id="webhooks">
              <WebhooksSection />
            </Section>
          </Allowed>
          <Allowed call="exportPerson">
            <Section id="people">
              <DataPrivacySection />
            </Section>
          </Allowed>
          <Section id="history">
            <HistorySection />
          </Section>
          <Section id="audit">
            <AuditSection />
          </Section>
          <Section id="backups">
            <BackupsSection />
          </Section>
          {isLive ? null : launch}
          <SaveBar form={form} />
        </div>
      </div>
    </>
  );
}

type SectionProps = { id: SectionId; locked?: boolean; children: ReactNode };

/** `locked`: this admin may read the settings, and not save them. */
function Section({ id, locked = false, children }: SectionProps) {
  return (
    <Anchor id={id}>
      <Locked locked={locked}>{children}</Locked>
    </Anchor>
  );
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
