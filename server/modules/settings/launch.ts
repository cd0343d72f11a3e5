// The launch checks: the ones that the store verifies, and the operator's attestation.
import { StoreError } from '../../../contract/store-error.ts';
import { languages } from '../../../contract/languages.ts';
import {
  type LaunchStatementId,
  launchQuestions,
  launchStatementIds,
  launchStatements,
} from '../../../contract/launch.ts';
import { claimNames } from '../../../contract/claim-names.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { changesBetween, needsConfirmation, type StoreSettings } from '../../../contract/store-settings.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import type { ProviderValues } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import type { Attestation, SettingsRepository } from './settings.repository.ts';

export type LaunchDeps = {
  database: Database;
  repository: SettingsRepository;
  audit: Audit;
  readProvider: () => Promise<ProviderValues>;
  /** Quantities on sale that the providers do not accept; null while unknown. */
  rangeProblems: () => Promise<string[] | null>;
  mailConfigured: boolean;
  hasCommonFirstPassword: () => Promise<boolean>;
  mode: 'sandbox' | 'live';
  /** Clears the cached settings. */
  onSettingsChanged: () => void;
};

export type LaunchWords = { statements: readonly LaunchStatementId[]; delivery: string; figures: string };
export type LaunchCheck = { id: string; title: string; done: boolean; required: boolean };
export type LaunchState = { open: boolean; attestation: Attestation | null; checks: LaunchCheck[] };
export type Launch = ReturnType<typeof createLaunch>;

export function createLaunch(deps: LaunchDeps) {
  const { database, repository, audit, readProvider, rangeProblems, mailConfigured, hasCommonFirstPassword, mode } =
    deps;
  let opened = mode === 'sandbox';

  /** False in live mode before the attestation; true ever after. */
  async function isOpen(): Promise<boolean> {
    opened ||= (await repository.findAttestation(database.db)) !== null;
    return opened;
  }

  /** Only an owner reads that the first password is common: others could try it. */
  async function read({ role }: Pick<Admin, 'role'>): Promise<LaunchState> {
    const [{ settings }, provider, ranges, attestation, hasCommonPassword] = await Promise.all([
      repository.getLatest(),
      readProvider(),
      rangeProblems(),
      repository.findAttestation(database.db),
      role === 'owner' && hasCommonFirstPassword(),
    ]);
    const checks = checksOf(settings, provider, ranges, mailConfigured);
    if (hasCommonPassword) checks.push(commonPassword);
    return { open: mode === 'sandbox' || attestation !== null, attestation, checks };
  }

  /** Throws conflict in sandbox mode, invalid_input where a statement is missing, not_ready where a check fails. */
  async function attest({ statements: stated, ...said }: LaunchWords, admin: Admin): Promise<LaunchState> {
    if (mode === 'sandbox') {
      throw new StoreError('conflict', { message: 'A store in sandbox mode is always open: no money moves.' });
    }
    const missing = launchStatementIds.find((id) => !stated.includes(id));
    if (missing) {
      const message = `One statement is missing: ${launchStatements[missing]}`;
      throw new StoreError('invalid_input', { field: 'statements', message });
    }
    const answers = { delivery: said.delivery.trim(), figures: said.figures.trim() };
    const unanswered = (['delivery', 'figures'] as const).find((name) => answers[name] === '');
    if (unanswered) {
      const message = `One answer is missing: ${launchQuestions[unanswered]}`;
      throw new StoreError('invalid_input', { field: unanswered, message });
    }
    const undone = (await read(admin)).checks.filter(({ done, required }) => required && !done);
    if (undone.length > 0) {
      const message = `The store is not ready to open. To be done: ${undone.map(({ title }) => title).join(' ')}`;
      throw new StoreError('not_ready', { message });
    }
    await database.transaction(async (tx) => {
      await repository.holdLaunch(tx);
      if (await repository.findAttestation(tx)) return;
      const statements = launchStatementIds.map((id) => launchStatements[id]);
      await repository.addAttestation(tx, { statements, ...answers, attestedBy: admin.email });
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'launch.attested',
        subject: 'launch',
        details: { statements, ...answers },
      });
      await confirmGuarantee(tx, admin);
    });
    deps.onSettingsChanged();
    return read(admin);
  }

  // The attestation about refunds of undelivered units confirms the claim about them.
  async function confirmGuarantee(tx: Tx, admin: Admin): Promise<void> {
    const { now, version, settings } = await repository.lockLatest(tx);
    const { guarantee } = settings.claims;
    if (!guarantee.shown || guarantee.confirmed_at !== null) return;
    const confirmed = { ...guarantee, confirmed_at: now.toISOString(), confirmed_by: admin.email };
    const after = { ...settings, claims: { ...settings.claims, guarantee: confirmed } };
    const changes = changesBetween(settings, after);
    await repository.addVersion(tx, {
      version: version + 1,
      settings: after,
      changes,
      changedBy: admin.email,
      changedAt: now,
    });
  }

  return { isOpen, read, attest };
}

const commonPassword: LaunchCheck = {
  id: 'first_password',
  title: 'Change the password of the first admin: ADMIN_PASSWORD is among the first that others try.',
  done: false,
  required: false,
};

function checksOf(
  settings: StoreSettings,
  provider: ProviderValues,
  ranges: string[] | null,
  mailConfigured: boolean,
): LaunchCheck[] {
  const { support_email, business, claims, legal } = settings;
  const isFirst = support_email === defaultStoreProfile.support_email;
  const isUnreachable = /\.example$/i.test(support_email);
  const open = claimNames.filter((name) => {
    const { shown, confirmed_at, text } = claims[name];
    // The attestation confirms the guarantee.
    return shown && confirmed_at === null && name !== 'guarantee' && needsConfirmation(name, text);
  });
  const required = (id: string, title: string, done: boolean) => ({ id, title, done, required: true });
  const advised = (id: string, title: string, done: boolean) => ({ id, title, done, required: false });
  return [
    required(
      'support_email',
      isUnreachable && !isFirst
        ? 'Enter a support email of your own. Nobody can receive email at an address that ends in .example.'
        : 'Enter a support email of your own.',
      !isUnreachable,
    ),
    required('provider', 'Enter the provider’s address, its key and both service ids.', isComplete(provider)),
    advised('services', servicesTitle(ranges), ranges?.length === 0),
    advised('claims', 'Confirm the claims that are true, or switch them off: others are not shown.', open.length === 0),
    advised('business', 'Fill in the business details for receipts.', business.name !== '' && business.address !== ''),
    advised('legal', 'Write terms, privacy and refunds of your own.', ownTexts(legal)),
    advised('mail', 'Configure a mail server (SMTP_URL, MAIL_FROM) so that emails can be sent.', mailConfigured),
  ];
}

function servicesTitle(ranges: string[] | null): string {
  if (ranges === null)
    return 'Import the provider’s catalog on the API tab. Until then, the limits of its services are unknown.';
  return ranges.length === 0
    ? 'The services take every quantity on sale, also in five posts.'
    : `Some orders are refused by the provider. ${ranges.join(' ')}`;
}

function isComplete(provider: ProviderValues): boolean {
  return Object.values(provider).every((value) => value !== '');
}

function ownTexts(legal: StoreSettings['legal']): boolean {
  return Object.values(legal).every((text) => languages.every((lang) => text[lang] !== null));
}
