// Calls about backups. No call returns the content of a backup.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Newest first, from the backup folder of the responding process. */
export const listBackups = endpoint('GET /api/admin/backups', {
  role: 'viewer',
  summary: 'Lists the backups.',
  output: z.object({
    /** False when BACKUP_DIR is not set; no backup can then be created. */
    configured: z.boolean(),
    backups: z.array(z.object({ name: z.string(), size_bytes: z.number(), made_at: z.string() })),
  }),
});

/** Starts in the background. Concurrent requests create one backup. */
export const makeBackup = endpoint('POST /api/admin/backups', {
  role: 'manager',
  stepUp: { neverBecause: 'the file stays on the machine' },
  summary: 'Starts a backup.',
  output: z.object({ status: z.literal('success') }),
  errors: ['conflict'],
});
