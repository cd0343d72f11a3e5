// Endpoints for the admins, their sessions and their second factor.

import { isAllowed } from '../../../contract/account-rules.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { changeRole, listAccess, removeAdmin } from '../../workflows/end-access.ts';
import type { AdminRow } from './accounts.repository.ts';
import * as accountsRepository from './accounts.repository.ts';
import { addAdmin, changePassword, endOtherSessions, endSession, resetFactors } from './accounts.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { makeDeviceKey } from './devices.ts';
import { type Invitation, inviteAdmin, listInvitations, revokeInvitation } from './invitations.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import * as passkeysRepository from './passkeys.repository.ts';
import { addPasskey, removePasskey, startPasskey, startPasskeyLogin, startPasskeyStepUp } from './passkeys.ts';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.ts';

export const accountRoutes = routes({
  listAdmins: async ({ database }, _input, call) => {
    const by = getAdmin(call);
    const admins = await accountsRepository.listAdmins(database.db);
    const listed = admins.filter(({ id }) => id === by.id || isAllowed(by.role, 'owner'));
    return listed.map((admin) => toAccount(admin, by.id));
  },

  addAdmin: async (ctx, { body }, call) => {
    const by = getAdmin(call).id;
    return toAccount(await addAdmin(ctx, body, `admin:${by}`), by);
  },

  listInvitations: async ({ database }) => (await listInvitations(database.db)).map(toInvitation),

  inviteAdmin: async (ctx, { body }, call) => {
    const { url, emailed, ...invitation } = await inviteAdmin(ctx, body, getAdmin(call));
    return { ...toInvitation(invitation), url, emailed };
  },

  revokeInvitation: async (ctx, { params }, call) => {
    await revokeInvitation(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  changeAdmin: async (ctx, { params, body }, call) => {
    const by = getAdmin(call);
    return toAccount(await changeRole(ctx, params.id, body.role, by), by.id);
  },

  removeAdmin: async (ctx, { params }, call) => {
    await removeAdmin(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  resetFactors: async (ctx, { params }, call) => {
    await resetFactors(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  changePassword: async (ctx, { body }, call) => {
    const admin = getAdmin(call);
    const ended = await changePassword(ctx, admin, body.password);
    return { success: true, ended_sessions: ended, ...(await listAccess(ctx, admin)) };
  },

  listSessions: async ({ database }, _input, call) => {
    const admin = getAdmin(call);
    const sessions = await accountsRepository.listSessions(database.db, admin.id);
    return sessions.map(({ id, ip, userAgent, loginAt, expiresAt }) => ({
      id,
      ip,
      user_agent: userAgent,
      login_at: loginAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      is_this: id === admin.sessionId,
    }));
  },

  endSession: async (ctx, { params }, call) => {
    await endSession(ctx, getAdmin(call), params.id);
    return { success: true };
  },

  endOtherSessions: async (ctx, _input, call) => ({
    success: true,
    ended_sessions: await endOtherSessions(ctx, getAdmin(call)),
  }),

  makeDeviceKey: (ctx, { body }, call) =>
    makeDeviceKey(ctx, getAdmin(call), { deviceKey: body.deviceKey, userAgent: call.userAgent }),

  startSecondFactor: (ctx, _input, call) => startSecondFactor(ctx, getAdmin(call)),
  confirmSecondFactor: (ctx, { body }, call) => confirmSecondFactor(ctx, getAdmin(call), body.code),
  removeSecondFactor: async (ctx, _input, call) => {
    await removeSecondFactor(ctx, getAdmin(call));
    return { success: true };
  },
  renewBackupCodes: (ctx, _input, call) => renewBackupCodes(ctx, getAdmin(call)),

  listPasskeys: async ({ database }, _input, call) =>
    (await passkeysRepository.listPasskeys(database.db, getAdmin(call).id)).map(toPasskey),
  startPasskey: (ctx, _input, call) => startPasskey(ctx, getAdmin(call)),
  addPasskey: async (ctx, { body }, call) => {
    const { backupCodes, ...added } = await addPasskey(ctx, getAdmin(call), body);
    return { ...toPasskey(added), backupCodes };
  },
  removePasskey: async (ctx, { params }, call) => {
    await removePasskey(ctx, getAdmin(call), params.id);
    return { success: true };
  },
  startPasskeyLogin: (ctx) => startPasskeyLogin(ctx),
  startPasskeyStepUp: (ctx, _input, call) => startPasskeyStepUp(ctx, getAdmin(call)),
});

function toAccount({ id, email, role, createdAt, lastSignInAt, secondFactor, passkeys }: AdminRow, ownId: string) {
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

function toInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}
