// The launch checks: the ones that the store verifies, and the operator's attestation.

import { claimNames } from '../../contract/claim-names.ts';
import { languages } from '../../contract/languages.ts';
import { type LaunchStatementId, launchStatementIds, launchStatements } from '../../contract/launch.ts';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { changesBetween, needsConfirmation, type StoreSettings } from '../../contract/store-settings.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { hasCommonFirstPassword } from '../modules/auth/first-admin.ts';
import { type MailState, readMailState } from '../modules/infrastructure/infrastructure.service.ts';
import { rangeProblems } from '../modules/providers/check-provider-health.ts';
import { readProviderValues } from '../modules/providers/provider-settings.ts';
import type { Attestation } from '../modules/settings/settings.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { nodeCheck, readNodeSupport } from '../platform/support-ends.ts';
import type { ProviderValues } from '../ports/settings.ts';
import type { Admin } from '../request-context.ts';

export type LaunchWords = { statements: readonly LaunchStatementId[]; delivery: string; figures: string };
export type LaunchCheck = StoreMessage & { id: string; title: string; done: boolean; required: boolean };
export type LaunchState = { open: boolean; attestation: Attestation | null; checks: LaunchCheck[] };
/** Once attested, a launch stays attested. */
const launches = oncePerContext(({ config }) => ({ isAttested: config.mode === 'sandbox' }));

/** Whether buyers can order: the launch is attested, and a payment method is on. */
export async function isStoreOpen(ctx: StoreContext): Promise<boolean> {
  return (await ctx.paymentMethods.hasOneOn()) && isLaunched(ctx);
}

/** False in live mode before the attestation; true ever after. Paid orders are delivered, also without a payment method. */
export async function isLaunched(ctx: StoreContext): Promise<boolean> {
  const known = launches(ctx);
  known.isAttested ||= (await settingsRepository.findAttestation(ctx.database.db)) !== null;
  return known.isAttested;
}

/** Only an owner reads that the first password is common: others could try it. */
export async function readLaunch(ctx: StoreContext, { role }: Pick<Admin, 'role'>): Promise<LaunchState> {
  const [{ settings }, provider, ranges, attestation, hasCommonPassword, mail, hasMethod] = await Promise.all([
    settingsRepository.getLatest(ctx),
    readProviderValues(ctx),
    rangeProblems(ctx),
    settingsRepository.findAttestation(ctx.database.db),
    role === 'owner' && hasCommonFirstPassword(ctx),
    readMailState(ctx),
    ctx.paymentMethods.hasOneOn(),
  ]);
  const checks = listChecks(settings, provider, ranges, hasMethod, mail);
  const aboutNode = nodeCheck(readNodeSupport(ctx));
  if (aboutNode) checks.push(buildCheck('node', aboutNode, false, false));
  if (hasCommonPassword) checks.push(buildCheck('first_password', { code: 'check_first_password' }, false, false));
  const isAttested = ctx.config.mode === 'sandbox' || attestation !== null;
  return { open: isAttested && hasMethod, attestation, checks };
}

/** Throws conflict in sandbox mode, invalid_input where a statement is missing, not_ready where a check fails. */
export async function attestLaunch(
  ctx: StoreContext,
  { statements: stated, ...said }: LaunchWords,
  admin: Admin,
): Promise<LaunchState> {
  if (ctx.config.mode === 'sandbox') throw new StoreError('conflict', { reason: 'sandbox_open' });
  const missing = launchStatementIds.find((id) => !stated.includes(id));
  if (missing) {
    const reason = storeMessage('statement_missing', { statement: missing });
    throw new StoreError('invalid_input', { field: 'statements', reason });
  }
  const answers = { delivery: said.delivery.trim(), figures: said.figures.trim() };
  const unanswered = (['delivery', 'figures'] as const).find((name) => answers[name] === '');
  if (unanswered) {
    const reason = storeMessage('answer_missing', { question: unanswered });
    throw new StoreError('invalid_input', { field: unanswered, reason });
  }
  const undone = (await readLaunch(ctx, admin)).checks.filter(({ done, required }) => required && !done);
  if (undone.length > 0) {
    const checks = undone.map(({ code, params }) => ({ code, params }));
    throw new StoreError('not_ready', { reason: storeMessage('launch_checks_open', { checks }) });
  }
  await ctx.database.transaction(async (tx) => {
    await settingsRepository.holdLaunch(tx);
    if (await settingsRepository.findAttestation(tx)) return;
    const statements = launchStatementIds.map((id) => launchStatements[id]);
    await settingsRepository.addAttestation(tx, { statements, ...answers, attestedBy: admin.email });
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'launch.attested',
      subject: 'launch',
      details: { statements, ...answers },
    });
    await confirmGuarantee(ctx, tx, admin);
  });
  ctx.settings.forget();
  return readLaunch(ctx, admin);
}

// The attestation about refunds of undelivered units confirms the claim about them.
async function confirmGuarantee(ctx: StoreContext, tx: Tx, admin: Admin): Promise<void> {
  const { now, version, settings } = await settingsRepository.lockLatest(ctx, tx);
  const { guarantee } = settings.claims;
  if (!guarantee.shown || guarantee.confirmed_at !== null) return;
  const confirmed = { ...guarantee, confirmed_at: now.toISOString(), confirmed_by: admin.email };
  const after = { ...settings, claims: { ...settings.claims, guarantee: confirmed } };
  const changes = changesBetween(settings, after);
  await settingsRepository.addVersion(tx, {
    version: version + 1,
    settings: after,
    changes,
    changedBy: admin.email,
    changedAt: now,
  });
}

function listChecks(
  settings: StoreSettings,
  provider: ProviderValues,
  ranges: StoreMessage[] | null,
  hasMethod: boolean,
  mail: MailState,
): LaunchCheck[] {
  const { support_email, business, claims, legal } = settings;
  const isFirst = support_email === defaultStoreProfile.support_email;
  const isUnreachable = /\.example$/i.test(support_email);
  const open = claimNames.filter((name) => {
    const { shown, confirmed_at, text } = claims[name];
    // The attestation confirms the guarantee.
    return shown && confirmed_at === null && name !== 'guarantee' && needsConfirmation(name, text);
  });
  const required = (id: string, message: StoreMessage, done: boolean) => buildCheck(id, message, done, true);
  const advised = (id: string, message: StoreMessage, done: boolean) => buildCheck(id, message, done, false);
  return [
    required(
      'support_email',
      { code: isUnreachable && !isFirst ? 'check_email_unreachable' : 'check_support_email' },
      !isUnreachable,
    ),
    required('gateway', { code: 'check_gateway' }, hasMethod),
    required('provider', { code: 'check_provider' }, isComplete(provider)),
    advised('services', servicesCheck(ranges), ranges?.length === 0),
    advised('claims', { code: 'check_claims' }, open.length === 0),
    advised('business', { code: 'check_business' }, business.name !== '' && business.address !== ''),
    advised('legal', { code: 'check_legal' }, ownTexts(legal)),
    advised('mail', { code: mail === 'failed' ? 'check_mail_test' : 'check_mail' }, mail === 'ready'),
  ];
}

function buildCheck(id: string, message: StoreMessage, done: boolean, required: boolean): LaunchCheck {
  return { id, title: englishMessage(message), ...message, done, required };
}

function servicesCheck(problems: StoreMessage[] | null): StoreMessage {
  if (problems === null) return { code: 'check_catalog' };
  return problems.length === 0 ? { code: 'check_services_fit' } : storeMessage('check_services', { problems });
}

function isComplete(provider: ProviderValues): boolean {
  return Object.values(provider).every((value) => value !== '');
}

function ownTexts(legal: StoreSettings['legal']): boolean {
  return Object.values(legal).every((text) => languages.every((lang) => text[lang] !== null));
}
