import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { testImap, testSmtp } from '../../workflows/test-mail-servers.ts';
import {
  readInfrastructure,
  removeInfrastructure,
  saveBackupFolder,
  saveImap,
  saveSmtp,
} from './infrastructure.service.ts';

export const infrastructure = {
  routes: routes({
    getInfrastructure: readInfrastructure,
    saveSmtp: (ctx, { body }, call) => saveSmtp(ctx, body, getAdmin(call)),
    saveImap: (ctx, { body }, call) => saveImap(ctx, body, getAdmin(call)),
    saveBackupFolder: (ctx, { body }, call) => saveBackupFolder(ctx, body, getAdmin(call)),
    removeInfrastructure: (ctx, { query }, call) => removeInfrastructure(ctx, query.kind, getAdmin(call)),
    testSmtp: (ctx, { body }, call) => testSmtp(ctx, body.language, getAdmin(call)),
    testImap: (ctx) => testImap(ctx),
  }),
} satisfies StoreModule;
