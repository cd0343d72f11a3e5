// What mail servers and the folder for backups are, for pages and server. Without zod.

/** `starttls`: encrypted after the greeting; required with a password, except on the machine of the store. */
export const mailSecurities = ['tls', 'starttls'] as const;
export const infrastructureKinds = ['smtp', 'imap', 'backup'] as const;
export type InfrastructureKind = (typeof infrastructureKinds)[number];
/** The variable that sets each. */
export const infrastructureVariables = {
  smtp: 'SMTP_URL',
  imap: 'IMAP_URL',
  backup: 'BACKUP_DIR',
} as const satisfies Record<InfrastructureKind, string>;
/** The daily backup starts at this minute of its hour. */
export const backupMinute = 7;
export const firstBackup = { hour: 2, keep: 7 } as const;
