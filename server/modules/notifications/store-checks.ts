// Problems of the machine and of money that no event reports: checked every ten minutes. A check that fails changes nothing.
import { statfs } from 'node:fs/promises';
import { connect as connectTls } from 'node:tls';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import { systemRules } from '../../../contract/system-rules.ts';
import type { StoreContext } from '../../context.ts';
import { type OpenOfKind, type OpenProblem, whole } from './problems.ts';

const certificateDays = 14;
const backupHours = 36;
const lowAtDays = 3;
const dayMs = 86_400_000;
const tlsTimeoutMs = 10_000;

/** `spentADay`: of the last week, in the provider's currency. `lowBalance`: the operator's own limit. */
type ProviderFunds = {
  id: string;
  name: string;
  balance: number | null;
  lowBalance: number | null;
  spentADay: number;
};

/** What the checks read beside this process. */
type Sources = {
  listFunds: () => Promise<ProviderFunds[]>;
  /** Null without any. */
  newestBackupAt: () => Promise<Date | null>;
  /** When the certificate ends; null where it cannot be read. */
  certificateEnd?: (url: URL) => Promise<Date | null>;
};
type Check = (ctx: StoreContext, sources: Sources) => Promise<OpenProblem[] | null>;

/** Leaves out the kinds that could not be checked. */
export async function findStoreProblems(ctx: StoreContext, sources: Sources): Promise<OpenOfKind[]> {
  const found = await Promise.all(checks.map(async ([kind, check]) => ({ kind, problems: await check(ctx, sources) })));
  return found.flatMap(({ kind, problems }) => (problems ? [whole(kind, problems)] : []));
}

const checkDisk: Check = async (ctx) => {
  const { blocks, bavail } = await statfs(ctx.config.dataDir);
  const percentUsed = Math.floor((1 - bavail / blocks) * 100);
  return percentUsed >= systemRules.disk.red ? [problem(ctx, 'disk', { percentUsed })] : [];
};

const checkCertificate: Check = async (ctx, { certificateEnd = readCertificateEnd }) => {
  const url = new URL(ctx.config.publicUrl);
  if (url.protocol !== 'https:') return [];
  const end = await certificateEnd(url);
  if (end === null) return null;
  const daysLeft = Math.max(0, Math.floor((end.getTime() - ctx.clock.now().getTime()) / dayMs));
  return daysLeft < certificateDays ? [problem(ctx, url.host, { daysLeft })] : [];
};

const checkBackup: Check = async (ctx, { newestBackupAt }) => {
  if ((await ctx.infrastructure.backup()) === null) return [];
  // Without any backup the time counts from the start of this process.
  const since = (await newestBackupAt()) ?? ctx.startedAt;
  return ctx.clock.now().getTime() - since.getTime() > backupHours * 3_600_000 ? [problem(ctx, 'backup', {})] : [];
};

const checkFunds: Check = async (ctx, { listFunds }) =>
  (await listFunds()).flatMap(({ id, name, balance, lowBalance, spentADay }) => {
    if (balance === null) return [];
    const daysLeft = spentADay > 0 ? Math.floor(balance / spentADay) : null;
    const isLow = (daysLeft !== null && daysLeft < lowAtDays) || (lowBalance !== null && balance < lowBalance);
    return isLow ? [problem(ctx, id, daysLeft === null ? { name } : { name, daysLeft })] : [];
  });

const checks: [NotificationKind, Check][] = [
  ['disk_nearly_full', checkDisk],
  ['certificate_ending', checkCertificate],
  ['backup_late', checkBackup],
  ['low_balance', checkFunds],
];

function problem({ clock }: StoreContext, subject: string, facts: OpenProblem['facts']): OpenProblem {
  return { subject, at: clock.now(), facts };
}

/** An invalid certificate is read, too: only its end matters here. */
function readCertificateEnd(url: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: false });
    const finish = (end: Date | null) => {
      socket.destroy();
      resolve(end);
    };
    socket.setTimeout(tlsTimeoutMs, () => finish(null));
    socket.once('error', () => finish(null));
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      finish(Number.isNaN(end.getTime()) ? null : end);
    });
  });
}
