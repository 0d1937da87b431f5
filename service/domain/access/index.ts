import type { Feature } from '../../operation/feature.ts'
import { keyAddressDays } from './audit/key-use-store.ts'
import { totpSecretColumn } from './factors/factor-store.ts'
import { deleteUnusedOAuthKeys, oauthKeyDays } from './oauth/oauth-key-store.ts'
import { clientSecretColumn } from './oidc/oidc-settings-store.ts'
import { acceptInvitation } from './operations/accept-invitation.ts'
import { addApplicationPassword } from './operations/add-application-password.ts'
import { addInvitation } from './operations/add-invitation.ts'
import { addKey } from './operations/add-key.ts'
import { addPasskey } from './operations/add-passkey.ts'
import { addRole } from './operations/add-role.ts'
import { addUser } from './operations/add-user.ts'
import { beginIdentityLink } from './operations/begin-identity-link.ts'
import { beginSingleSignOn } from './operations/begin-single-sign-on.ts'
import { changeOwnPassword } from './operations/change-own-password.ts'
import { confirmIdentity } from './operations/confirm-identity.ts'
import { confirmKeyLogin } from './operations/confirm-key-login.ts'
import { confirmTotp } from './operations/confirm-totp.ts'
import { deleteKey } from './operations/delete-key.ts'
import { deletePasskey } from './operations/delete-passkey.ts'
import { deleteRole } from './operations/delete-role.ts'
import { deleteUser } from './operations/delete-user.ts'
import { endOwnSessions } from './operations/end-own-sessions.ts'
import { endSession } from './operations/end-session.ts'
import { endUserSessions } from './operations/end-user-sessions.ts'
import { finishKeyLogin } from './operations/finish-key-login.ts'
import { finishSingleSignOn } from './operations/finish-single-sign-on.ts'
import { getKeyLogin } from './operations/get-key-login.ts'
import { getOwnAccount } from './operations/get-own-account.ts'
import { getOwnFactors } from './operations/get-own-factors.ts'
import { getOwnIdentity } from './operations/get-own-identity.ts'
import { getSignInOptions } from './operations/get-sign-in-options.ts'
import { getSingleSignOn } from './operations/get-single-sign-on.ts'
import { getUser } from './operations/get-user.ts'
import { linkIdentity } from './operations/link-identity.ts'
import { listApplicationPasswords } from './operations/list-application-passwords.ts'
import { listInvitations } from './operations/list-invitations.ts'
import { listKeys } from './operations/list-keys.ts'
import { listOwnSessions } from './operations/list-own-sessions.ts'
import { listRoles } from './operations/list-roles.ts'
import { listUserApplicationPasswords } from './operations/list-user-application-passwords.ts'
import { listUsers } from './operations/list-users.ts'
import { readInvitation } from './operations/read-invitation.ts'
import { removeTotp } from './operations/remove-totp.ts'
import { renamePasskey } from './operations/rename-passkey.ts'
import { replaceRecoveryCodes } from './operations/replace-recovery-codes.ts'
import { requestPasswordReset } from './operations/request-password-reset.ts'
import { resendInvitation } from './operations/resend-invitation.ts'
import { resetPassword } from './operations/reset-password.ts'
import { resetUserFactors } from './operations/reset-user-factors.ts'
import { revokeApplicationPassword } from './operations/revoke-application-password.ts'
import { revokeInvitation } from './operations/revoke-invitation.ts'
import { revokeUserApplicationPassword } from './operations/revoke-user-application-password.ts'
import { sendNewDeviceMail } from './operations/send-new-device-mail.ts'
import { sendPasswordReset } from './operations/send-password-reset.ts'
import { signIn } from './operations/sign-in.ts'
import { signInWithCode } from './operations/sign-in-with-code.ts'
import { signInWithPasskey } from './operations/sign-in-with-passkey.ts'
import { signOut } from './operations/sign-out.ts'
import { startKeyLogin } from './operations/start-key-login.ts'
import { startPasskey } from './operations/start-passkey.ts'
import { startPasskeyConfirmation } from './operations/start-passkey-confirmation.ts'
import { startPasskeySignIn } from './operations/start-passkey-sign-in.ts'
import { startTotp } from './operations/start-totp.ts'
import { transferUser } from './operations/transfer-user.ts'
import { unlinkIdentity } from './operations/unlink-identity.ts'
import { updateKey } from './operations/update-key.ts'
import { updateRole } from './operations/update-role.ts'
import { updateSingleSignOn } from './operations/update-single-sign-on.ts'
import { updateUser } from './operations/update-user.ts'
import { addresses } from './rest.ts'
import { deviceLifetimeDays } from './sessions/known-device.ts'
import { idleForTooLong } from './sessions/session.ts'
import { deleteEndedSessions } from './sessions/session-store.ts'

export const accessFeature: Feature = {
  name: 'access',
  tables: [
    'users',
    'roles',
    'application_passwords',
    'api_keys',
    'compatible_key_pairs',
    'sessions',
    'known_devices',
    'failed_guesses',
    'invitations',
    'password_resets',
    'api_key_addresses',
    'api_key_calls',
    'totp_factors',
    'recovery_codes',
    'sign_in_challenges',
    'oidc_settings',
    'oidc_identities',
    'oidc_logins',
    'oidc_sessions',
    'oauth_keys',
    'passkeys',
    'passkey_challenges',
    'key_logins',
  ],
  sealed: [totpSecretColumn, clientSecretColumn],
  operations: [
    listUsers,
    getUser,
    addUser,
    updateUser,
    deleteUser,
    transferUser,
    listRoles,
    addRole,
    updateRole,
    deleteRole,
    endUserSessions,
    listUserApplicationPasswords,
    revokeUserApplicationPassword,
    getOwnAccount,
    changeOwnPassword,
    listApplicationPasswords,
    addApplicationPassword,
    revokeApplicationPassword,
    signIn,
    signInWithCode,
    signOut,
    startPasskeySignIn,
    signInWithPasskey,
    startPasskey,
    addPasskey,
    renamePasskey,
    deletePasskey,
    startPasskeyConfirmation,
    confirmIdentity,
    getOwnFactors,
    startTotp,
    confirmTotp,
    removeTotp,
    replaceRecoveryCodes,
    resetUserFactors,
    listOwnSessions,
    endSession,
    endOwnSessions,
    sendNewDeviceMail,
    listKeys,
    addKey,
    updateKey,
    deleteKey,
    startKeyLogin,
    getKeyLogin,
    confirmKeyLogin,
    finishKeyLogin,
    addInvitation,
    listInvitations,
    resendInvitation,
    revokeInvitation,
    readInvitation,
    acceptInvitation,
    requestPasswordReset,
    sendPasswordReset,
    resetPassword,
    getSignInOptions,
    getSingleSignOn,
    updateSingleSignOn,
    beginSingleSignOn,
    finishSingleSignOn,
    beginIdentityLink,
    linkIdentity,
    unlinkIdentity,
    getOwnIdentity,
  ],
  addresses,
  retention: [
    { table: 'passkey_challenges', keepDays: 0, column: 'expires_at' },
    { table: 'sign_in_challenges', keepDays: 0, column: 'expires_at' },
    { table: 'key_logins', keepDays: 0, column: 'expires_at' },
    {
      table: 'sessions',
      cascadesTo: ['oidc_sessions'],
      keepDays: 0,
      delete: (db, now, limit) => deleteEndedSessions(db, now, idleForTooLong(now), limit),
    },
    // Without a call; the keys themselves are deleted, which only those of programs with OAuth are.
    { table: 'oauth_keys', keepDays: oauthKeyDays, delete: deleteUnusedOAuthKeys },
    { table: 'failed_guesses', keepDays: 0, column: 'window_ends' },
    { table: 'api_key_addresses', keepDays: keyAddressDays, column: 'last_used_at' },
    // Ended invitations stay in the list for a month, so that they can be sent again.
    { table: 'invitations', keepDays: 30, column: 'expires_at' },
    { table: 'password_resets', keepDays: 0, column: 'expires_at' },
    { table: 'oidc_logins', keepDays: 0, column: 'expires_at' },
    { table: 'known_devices', keepDays: deviceLifetimeDays, column: 'last_used_at' },
  ],
}

export { openAccessState, readAccessState } from './access-state.ts'
export { createKeyUseCounter, sumUpKeyUse } from './audit/key-use.ts'
export { recordRefusedCredentials } from './audit/refused-credentials.ts'
export { createAuthenticator } from './authenticator.ts'
export { revokeAllCredentials } from './end-access.ts'
export { currentActor } from './identify.ts'
export { invitedEmail, requireGrantableRole } from './invitations/invitation.ts'
export { type InvitedPerson, invite, requireMayInvite } from './invitations/invite.ts'
export { keyedHash } from './keys/hashing-key.ts'
export { openAccessTokens } from './oauth/access-tokens.ts'
export {
  describeSignature,
  isSignatureOf,
  KeptSignature,
  passkeyAnswer,
  signingOptions,
  verifySignature,
} from './passkeys/passkey.ts'
export {
  type AdministratorFromEnvironment,
  ensureFirstAdministrator,
  type FirstStart,
} from './users/first-administrator.ts'
export { shownRole } from './users/granted-rights.ts'
export { listLimitIds } from './users/limit-id-store.ts'
export { OwnAccount, ownAccount } from './users/own-account.ts'
export { listRoleRows } from './users/role-store.ts'
export { personName } from './users/user.ts'
export { findAccountFacts, findUserByLogin, findUserLanguage, listPeopleByEmail } from './users/user-store.ts'
