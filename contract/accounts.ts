// Calls about admins: accounts, sessions, passwords and two-factor authentication.
import { z } from 'zod';
import { roles } from './account-rules.ts';
import { apiKey } from './api-keys.ts';
import { endpoint } from './endpoint.ts';
import { byUuid, success } from './shared-schemas.ts';
import { addressInput, codeInput, newPasswordInput } from './text-inputs.ts';
import { webhook } from './webhooks.ts';

/** Times in ISO 8601 UTC. */
const admin = z.object({
  id: z.string(),
  email: z.string(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  /** True when sign-in requires a code of an authenticator app. */
  second_factor: z.boolean(),
  passkeys: z.number(),
  is_you: z.boolean(),
  role: z.enum(roles),
});

/** Oldest first. An admin who is no owner gets only the own entry. */
export const listAdmins = endpoint('GET /api/admin/admins', {
  role: 'viewer',
  summary: 'Lists the admins.',
  output: z.array(admin),
});

/** The email must not belong to an existing admin. Without a role: owner. */
export const addAdmin = endpoint('POST /api/admin/admins', {
  role: 'owner',
  stepUp: true,
  summary: 'Adds an admin.',
  input: {
    body: z.object({ email: addressInput.max(254), password: newPasswordInput, role: z.enum(roles).default('owner') }),
  },
  output: admin,
  errors: ['conflict'],
});

/** `expires_at`: 72 hours after the invitation. Times in ISO 8601 UTC. */
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** The email of the owner who invited. */
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});

/** Those that were not accepted or revoked, also expired ones, newest first. */
export const listInvitations = endpoint('GET /api/admin/invitations', {
  role: 'owner',
  summary: 'Lists the open invitations of admins.',
  output: z.array(invitation),
});

/**
 * The invited admin opens `url` and chooses a password. It works once, for 72 hours, and only this response contains it. It
 * replaces an open invitation of the same email. `send_email`: the store emails the link, too; `emailed` is false without a
 * mail server.
 */
export const inviteAdmin = endpoint('POST /api/admin/invitations', {
  role: 'owner',
  stepUp: true,
  summary: 'Invites an admin by a link.',
  input: {
    body: z.object({ email: addressInput.max(254), role: z.enum(roles), send_email: z.boolean().default(false) }),
  },
  output: invitation.extend({ url: z.string(), emailed: z.boolean() }),
  errors: ['conflict', 'invalid_input'],
});

export const revokeInvitation = endpoint('DELETE /api/admin/invitations/{id}', {
  role: 'owner',
  stepUp: { neverBecause: 'it only takes rights away' },
  summary: 'Revokes an invitation.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

const invitationToken = z.string().min(1).max(200);

/** 404 for a token of no invitation; 409 with the reason where it is accepted, revoked or expired. */
export const openInvitation = endpoint('POST /api/admin/invitations/open', {
  access: 'public',
  limit: 'invitation',
  summary: 'Returns the invitation of a token.',
  input: { body: z.object({ token: invitationToken }) },
  output: z.object({ email: z.string(), role: z.enum(roles), expires_at: z.string() }),
  errors: ['not_found', 'conflict'],
  noStore: true,
});

/** Creates the admin and signs it in, as `login` does. */
export const acceptInvitation = endpoint('POST /api/admin/invitations/accept', {
  access: 'public',
  limit: 'invitation',
  summary: 'Accepts an invitation with a password, and signs the new admin in.',
  input: { body: z.object({ token: invitationToken, password: newPasswordInput, bind: z.boolean().optional() }) },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['not_found', 'conflict', 'invalid_input'],
  noStore: true,
});

/** Applies to open sessions at once. An owner who becomes less loses API keys and webhooks. 409 `last_owner`: the last owner keeps the role. */
export const changeAdmin = endpoint('PATCH /api/admin/admins/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Changes the role of an admin.',
  input: { params: byUuid, body: z.object({ role: z.enum(roles) }) },
  output: admin,
  errors: ['not_found', 'last_owner'],
});

/** Ends all sessions, API keys and webhooks of that admin. Admins cannot remove themselves, so one owner always remains. */
export const removeAdmin = endpoint('DELETE /api/admin/admins/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes an admin.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found', 'conflict'],
});

/**
 * For an admin who lost them: removes the app, the passkeys and the backup codes of another admin, and ends the sessions.
 * The password stays. That admin and all owners get an email. Without factors nothing changes.
 */
export const resetFactors = endpoint('DELETE /api/admin/admins/{id}/factors', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes the second factors of another admin.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found', 'conflict'],
});

/** Ends all other sessions of this admin and revokes all device keys. */
export const changePassword = endpoint('POST /api/admin/password', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Changes the password of the signed-in admin.',
  input: { body: z.object({ password: newPasswordInput }) },
  /** What a new password does not end: the live keys of this admin, and the webhooks that are switched on. */
  output: z.object({
    success: z.literal(true),
    ended_sessions: z.number(),
    api_keys: z.array(apiKey),
    webhooks: z.array(webhook),
  }),
});

/** Active sessions of this admin, newest first. */
export const listSessions = endpoint('GET /api/admin/sessions', {
  role: 'viewer',
  beforeSecondFactor: true,
  summary: 'Lists the sessions of the signed-in admin.',
  output: z.array(
    z.object({
      id: z.string(),
      ip: z.string(),
      user_agent: z.string(),
      login_at: z.string(),
      expires_at: z.string(),
      is_this: z.boolean(),
    }),
  ),
});

export const endSession = endpoint('DELETE /api/admin/sessions/{id}', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Ends one session of the signed-in admin.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

export const endOtherSessions = endpoint('DELETE /api/admin/sessions', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Ends all other sessions of the signed-in admin.',
  output: z.object({ success: z.literal(true), ended_sessions: z.number() }),
});

/**
 * Returns a device key, which exempts this browser's next sign-in from lockouts caused by others. A valid key in the
 * body is returned unchanged. Requires step-up, so that a stolen token cannot create one.
 */
export const makeDeviceKey = endpoint('POST /api/admin/device-key', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Registers this browser as a known device.',
  input: { body: z.object({ deviceKey: z.string().max(200).optional() }) },
  output: z.object({ deviceKey: z.string() }),
});

/** `secret`: base32, for manual entry. `uri`: the content of the QR code. Sign-in requires no code yet. */
export const startSecondFactor = endpoint('POST /api/admin/second-factor', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Creates a secret for an authenticator app.',
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['conflict'],
});

/**
 * Enables two-factor authentication. `backupCodes`: ten where this is the first factor or none were left, else none. Each
 * replaces one use of a factor, once. Only this response contains them.
 */
export const confirmSecondFactor = endpoint('POST /api/admin/second-factor/confirm', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Verifies the first code of the app and enables the second factor.',
  input: { body: z.object({ code: codeInput }) },
  output: z.object({ backupCodes: z.array(z.string()) }),
  errors: ['wrong_code', 'conflict'],
});

export const removeSecondFactor = endpoint('DELETE /api/admin/second-factor', {
  role: 'viewer',
  stepUp: true,
  summary: 'Disables the second factor.',
  output: success,
  errors: ['not_found'],
});

/** Replaces all backup codes of the signed-in admin. Only this response contains them. `conflict` without a second factor. */
export const renewBackupCodes = endpoint('POST /api/admin/second-factor/backup-codes', {
  role: 'viewer',
  stepUp: true,
  summary: 'Makes ten new backup codes.',
  output: z.object({ backupCodes: z.array(z.string()) }),
  errors: ['conflict'],
});
