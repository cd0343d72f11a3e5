// The backups of the store, as an admin sees them. Their contents are given to nobody here.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The newest first, as the process that answers finds them in its folder. */
export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  access: 'admin',
  summary: 'The backups that are kept.',
  input: {},
  output: z.object({
    /** False: no folder is set (BACKUP_DIR), and none can be made from here. */
    configured: z.boolean(),
    backups: z.array(z.object({ name: z.string(), size_bytes: z.number(), made_at: z.string() })),
  }),
  errors: [],
});

/** Begun in the background; asked for twice at once, one is made. */
export const makeBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  access: 'admin',
  summary: 'Asks for one more backup.',
  input: {},
  output: z.object({ status: z.literal('success') }),
  errors: ['conflict'],
});
