// Endpoints for the admins, their sessions and their second factor.

import type { AnswerFor } from '../../../contract/index.ts';
import { isAllowed } from '../../../contract/roles.ts';
import { type Admin, adminOf, type Handlers } from '../../request-context.ts';
import type { AdminRow } from './accounts.repository.ts';
import type { Accounts } from './accounts.ts';
import type { BackupCodes } from './backup-codes.ts';
import type { Devices } from './devices.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactor } from './second-factor.ts';

type AccountCall =
  | 'listAdmins'
  | 'addAdmin'
  | 'changeAdmin'
  | 'removeAdmin'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'makeDeviceKey'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'removeSecondFactor'
  | 'renewBackupCodes'
  | 'resetFactors'
  | 'listPasskeys'
  | 'startPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'startPasskeyLogin'
  | 'startPasskeyStepUp';

type AccountRoutesDeps = {
  accounts: Accounts;
  devices: Pick<Devices, 'makeKey'>;
  secondFactor: SecondFactor;
  backupCodes: Pick<BackupCodes, 'renew'>;
  passkeys: Passkeys;
  /** The live keys of the admin. */
  apiKeysOf: (admin: Admin) => Promise<AnswerFor<'POST /api/admin/password'>['api_keys']>;
  /** The webhooks of the admin that are switched on. */
  webhooksOf: (admin: Admin) => Promise<AnswerFor<'POST /api/admin/password'>['webhooks']>;
};

export function accountRoutes({
  accounts,
  devices,
  secondFactor,
  backupCodes,
  passkeys,
  apiKeysOf,
  webhooksOf,
}: AccountRoutesDeps): Handlers<AccountCall> {
  return {
    listAdmins: async (_input, call) => {
      const by = adminOf(call);
      const listed = (await accounts.listAdmins()).filter(({ id }) => id === by.id || isAllowed(by.role, 'owner'));
      return listed.map((admin) => answerOf(admin, by.id));
    },

    addAdmin: async ({ body }, call) => {
      const by = adminOf(call).id;
      return answerOf(await accounts.add(body, `admin:${by}`), by);
    },

    changeAdmin: async ({ params, body }, call) => {
      const by = adminOf(call);
      return answerOf(await accounts.changeRole(params.id, body.role, by), by.id);
    },

    removeAdmin: async ({ params }, call) => {
      await accounts.remove(params.id, adminOf(call));
      return { success: true };
    },

    resetFactors: async ({ params }, call) => {
      await accounts.resetFactors(params.id, adminOf(call));
      return { success: true };
    },

    changePassword: async ({ body }, call) => {
      const admin = adminOf(call);
      const ended = await accounts.changePassword(admin, body.password);
      const [api_keys, webhooks] = await Promise.all([apiKeysOf(admin), webhooksOf(admin)]);
      return { success: true, ended_sessions: ended, api_keys, webhooks };
    },

    listSessions: async (_input, call) => {
      const admin = adminOf(call);
      return (await accounts.listSessions(admin)).map(({ id, ip, userAgent, loginAt, expiresAt }) => ({
        id,
        ip,
        user_agent: userAgent,
        login_at: loginAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        is_this: id === admin.sessionId,
      }));
    },

    endSession: async ({ params }, call) => {
      await accounts.endSession(adminOf(call), params.id);
      return { success: true };
    },

    endOtherSessions: async (_input, call) => ({
      success: true,
      ended_sessions: await accounts.endOtherSessions(adminOf(call)),
    }),

    makeDeviceKey: ({ body }, call) =>
      devices.makeKey(adminOf(call), { deviceKey: body.deviceKey, userAgent: call.userAgent }),

    startSecondFactor: (_input, call) => secondFactor.start(adminOf(call)),
    confirmSecondFactor: ({ body }, call) => secondFactor.confirm(adminOf(call), body.code),
    removeSecondFactor: async (_input, call) => {
      await secondFactor.remove(adminOf(call));
      return { success: true };
    },
    renewBackupCodes: (_input, call) => backupCodes.renew(adminOf(call)),

    listPasskeys: async (_input, call) => (await passkeys.list(adminOf(call))).map(passkeyOf),
    startPasskey: (_input, call) => passkeys.start(adminOf(call)),
    addPasskey: async ({ body }, call) => {
      const { backupCodes: codes, ...added } = await passkeys.add(adminOf(call), body);
      return { ...passkeyOf(added), backupCodes: codes };
    },
    removePasskey: async ({ params }, call) => {
      await passkeys.remove(adminOf(call), params.id);
      return { success: true };
    },
    startPasskeyLogin: () => passkeys.startLogin(),
    startPasskeyStepUp: (_input, call) => passkeys.startStepUp(adminOf(call)),
  };
}

function answerOf({ id, email, role, createdAt, lastSignInAt, secondFactor, passkeys }: AdminRow, ownId: string) {
  return {
    id,
    email,
    created_at: createdAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    second_factor: secondFactor,
    passkeys,
    is_you: id === ownId,
    role,
  };
}

function passkeyOf({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}
