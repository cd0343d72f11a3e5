// Problems of the machine and of money that no event reports: checked every ten minutes. A check that fails changes nothing.
import { statfs } from 'node:fs/promises';
import { connect as connectTls } from 'node:tls';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import { systemRules } from '../../../contract/system-rules.ts';
import { type OpenOfKind, type OpenProblem, whole } from './problems.ts';

const certificateDays = 14;
const backupHours = 36;
const lowAtDays = 3;
const dayMs = 86_400_000;
const tlsTimeoutMs = 10_000;

/** `spentADay`: of the last week, in the provider's currency. `lowBalance`: the operator's own limit. */
export type ProviderFunds = {
  id: string;
  name: string;
  balance: number | null;
  lowBalance: number | null;
  spentADay: number;
};

export type StoreChecksDeps = {
  dataDir: string;
  publicUrl: string;
  now: () => Date;
  listFunds: () => Promise<ProviderFunds[]>;
  /** Null: no backups are configured. */
  newestBackupAt: (() => Promise<Date | null>) | null;
  /** When this process started. */
  startedAt: Date;
  /** When the certificate ends; null where it cannot be read. */
  certificateEnd?: (url: URL) => Promise<Date | null>;
};

export function createStoreChecks(deps: StoreChecksDeps) {
  const { dataDir, publicUrl, now, listFunds, newestBackupAt, startedAt, certificateEnd = readCertificateEnd } = deps;

  async function checkDisk(): Promise<OpenProblem[]> {
    const { blocks, bavail } = await statfs(dataDir);
    const percentUsed = Math.floor((1 - bavail / blocks) * 100);
    return percentUsed >= systemRules.disk.red ? [problem('disk', { percentUsed })] : [];
  }

  async function checkCertificate(): Promise<OpenProblem[] | null> {
    const url = new URL(publicUrl);
    if (url.protocol !== 'https:') return [];
    const end = await certificateEnd(url);
    if (end === null) return null;
    const daysLeft = Math.max(0, Math.floor((end.getTime() - now().getTime()) / dayMs));
    return daysLeft < certificateDays ? [problem(url.host, { daysLeft })] : [];
  }

  async function checkBackup(): Promise<OpenProblem[]> {
    if (newestBackupAt === null) return [];
    // Without any backup the time counts from the start of this process.
    const since = (await newestBackupAt()) ?? startedAt;
    return now().getTime() - since.getTime() > backupHours * 3_600_000 ? [problem('backup', {})] : [];
  }

  async function checkFunds(): Promise<OpenProblem[]> {
    return (await listFunds()).flatMap(({ id, name, balance, lowBalance, spentADay }) => {
      if (balance === null) return [];
      const daysLeft = spentADay > 0 ? Math.floor(balance / spentADay) : null;
      const isLow = (daysLeft !== null && daysLeft < lowAtDays) || (lowBalance !== null && balance < lowBalance);
      return isLow ? [problem(id, daysLeft === null ? { name } : { name, daysLeft })] : [];
    });
  }

  function problem(subject: string, facts: OpenProblem['facts']): OpenProblem {
    return { subject, at: now(), facts };
  }

  const checks: [NotificationKind, () => Promise<OpenProblem[] | null>][] = [
    ['disk_nearly_full', checkDisk],
    ['certificate_ending', checkCertificate],
    ['backup_late', checkBackup],
    ['low_balance', checkFunds],
  ];

  return async function findStoreProblems(): Promise<OpenOfKind[]> {
    const found = await Promise.all(checks.map(async ([kind, check]) => ({ kind, problems: await check() })));
    return found.flatMap(({ kind, problems }) => (problems ? [whole(kind, problems)] : []));
  };
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
