// Calls of the mail servers and the folder for backups. A variable of the environment wins over what is saved here.
import { z } from 'zod';
import { adminLanguages } from './admin-languages.ts';
import { endpoint } from './endpoint.ts';
import { infrastructureKinds, mailSecurities } from './infrastructure-rules.ts';
import { codedMessage } from './shared-schemas.ts';

/** A name, an IPv4 address, or an IPv6 address in brackets. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9._-]*[a-z0-9])?)$/)
  .refine((text) => URL.canParse(`smtp://${text}`));
const server = z.object({
  host,
  port: z.number().int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  user: z.string().trim().max(320),
});
const smtp = server.extend({ from_name: z.string().trim().max(100), from_address: z.string().trim().max(254) });
const imap = server.extend({ folder: z.string().trim().min(1).max(200) });
const backup = z.object({
  /** An absolute path on the machine of the store. */
  folder: z.string().trim().min(1).max(1_000),
  /** The number of backups that stay. */
  keep: z.number().int().min(1).max(1_000),
  /** The hour of the daily backup, in UTC. */
  hour: z.number().int().min(0).max(23),
});
export type SavedServers = {
  smtp: z.infer<typeof smtp>;
  imap: z.infer<typeof imap>;
  backup: z.infer<typeof backup>;
};

/** Without it, the saved password stays, for the same security, host and port only. No response contains it. */
const password = z.string().min(1).max(1_000).optional();
/** environment: a variable is set, and nothing can be saved. */
const shown = { set_by: z.enum(['environment', 'settings']) };
const withPassword = { ...shown, has_password: z.boolean() };

/** Null: not set up. */
const infrastructure = z.object({
  smtp: smtp.extend(withPassword).nullable(),
  imap: imap.extend(withPassword).nullable(),
  backup: backup.extend(shown).nullable(),
});

export const getInfrastructure = endpoint('GET /api/admin/infrastructure', {
  role: 'owner',
  summary: 'Returns the mail servers and the folder for backups, without passwords.',
  output: infrastructure,
});

/** `user`: empty for a server without sign-in. Throws `conflict` while SMTP_URL is set. */
export const saveSmtp = endpoint('PUT /api/admin/infrastructure/smtp', {
  role: 'owner',
  stepUp: true,
  summary: 'Saves the server and the sender of all emails.',
  input: { body: smtp.extend({ password }) },
  output: infrastructure,
  errors: ['invalid_input', 'conflict'],
});

/** Throws `conflict` while IMAP_URL is set. */
export const saveImap = endpoint('PUT /api/admin/infrastructure/imap', {
  role: 'owner',
  stepUp: true,
  summary: 'Saves the mailbox whose emails come into the inbox.',
  input: { body: imap.extend({ password }) },
  output: infrastructure,
  errors: ['invalid_input', 'conflict'],
});

/** Creates the folder. Throws `conflict` while BACKUP_DIR is set. */
export const saveBackupFolder = endpoint('PUT /api/admin/infrastructure/backup', {
  role: 'owner',
  stepUp: true,
  summary: 'Saves folder, hour and number of the backups.',
  input: { body: backup },
  output: infrastructure,
  errors: ['invalid_input', 'conflict'],
});

/** Nothing happens where nothing is saved. */
export const removeInfrastructure = endpoint('DELETE /api/admin/infrastructure', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes a saved mail server, or the folder for backups.',
  input: { query: z.object({ kind: z.enum(infrastructureKinds) }) },
  output: infrastructure,
  errors: ['conflict'],
});

/** `problem`: why it failed, in a sentence; null after a success. */
const tested = z.object({ problem: z.string().nullable(), problem_coded: codedMessage.optional() });

/** Takes up to 8 seconds. Throws `conflict` without a mail server. */
export const testSmtp = endpoint('POST /api/admin/infrastructure/smtp/test', {
  role: 'owner',
  stepUp: { neverBecause: 'it goes to the address of the admin' },
  summary: 'Sends a test email to the calling admin.',
  input: { body: z.object({ language: z.enum(adminLanguages).default('en') }) },
  output: tested.extend({ recipient: z.string() }),
  errors: ['conflict'],
});

/** Signs in and opens the folder. Changes and stores nothing. Throws `conflict` without a mailbox. */
export const testImap = endpoint('POST /api/admin/infrastructure/imap/test', {
  role: 'owner',
  stepUp: { neverBecause: 'it changes nothing' },
  summary: 'Tests whether the mailbox can be read.',
  output: tested,
  errors: ['conflict'],
});
