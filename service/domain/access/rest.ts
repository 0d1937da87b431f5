import { route } from '../../operation/address.ts'
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
import { revokeApplicationPassword } from './operations/revoke-application-password.ts'
import { revokeInvitation } from './operations/revoke-invitation.ts'
import { revokeUserApplicationPassword } from './operations/revoke-user-application-password.ts'
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

interface NewKey {
  token: string
  consumer_key?: string
  consumer_secret?: string
}

export const addresses = [
  route('GET /access/users', listUsers, { list: 'users' }),
  route('GET /access/users/{id}', getUser),
  route('POST /access/users/add', addUser, { message: 'User added.' }),
  route('POST|PUT|PATCH /access/users/{id}/edit', updateUser, { message: 'User updated.' }),
  route('DELETE /access/users/{id}/remove', deleteUser, { message: 'User deleted.' }),
  route('POST /access/users/{id}/transfer', transferUser),
  route('DELETE /access/users/{id}/sessions', endUserSessions, { message: 'Sessions ended.' }),
  route('GET /access/users/{id}/application-passwords', listUserApplicationPasswords, {
    list: 'application_passwords',
  }),
  route('DELETE /access/users/{id}/application-passwords/{application_password_id}', revokeUserApplicationPassword, {
    message: 'Application password revoked.',
  }),

  route('GET /access/roles', listRoles, { list: 'roles' }),
  route('POST /access/roles/add', addRole, { message: 'Role added.' }),
  route('POST|PUT|PATCH /access/roles/{id}/edit', updateRole, { message: 'Role updated.' }),
  route('DELETE /access/roles/{id}/remove', deleteRole, { message: 'Role deleted.' }),

  route('GET /access/me', getOwnAccount),
  route('PUT|PATCH /access/me/password', changeOwnPassword, { message: 'Password changed.' }),
  route('GET /access/me/application-passwords', listApplicationPasswords, { list: 'application_passwords' }),
  route('POST /access/me/application-passwords', addApplicationPassword, { message: 'Application password created.' }),
  route('DELETE /access/me/application-passwords/{id}', revokeApplicationPassword, {
    message: 'Application password revoked.',
  }),

  route('GET /access/me/factors', getOwnFactors),
  route('POST /access/me/totp', startTotp, { message: 'Secret created.' }),
  route('POST /access/me/totp/confirm', confirmTotp, { message: 'Authenticator app set up.' }),
  route('DELETE /access/me/totp', removeTotp, { message: 'Authenticator app removed.' }),
  route('POST /access/me/recovery-codes', replaceRecoveryCodes, { message: 'Recovery codes created.' }),

  route('POST /access/sessions', signIn, { session: 'open', message: 'Signed in.' }),
  route('POST /access/me/passkeys/options', startPasskey, { message: 'Options created.' }),
  route('POST /access/me/passkeys', addPasskey, { message: 'Passkey added.' }),
  route('PUT|PATCH /access/me/passkeys/{id}', renamePasskey, { message: 'Passkey renamed.' }),
  route('DELETE /access/me/passkeys/{id}', deletePasskey, { message: 'Passkey deleted.' }),
  route('POST /access/sessions/passkey/options', startPasskeySignIn, { message: 'Options created.' }),
  route('POST /access/sessions/passkey', signInWithPasskey, { session: 'open', message: 'Signed in.' }),
  route('POST /access/sessions/current/passkey-options', startPasskeyConfirmation, { message: 'Options created.' }),
  route('POST /access/sessions/second-factor', signInWithCode, { session: 'open', message: 'Signed in.' }),
  route('GET /access/sessions', listOwnSessions, { list: 'sessions' }),
  route('POST /access/sessions/current/confirm', confirmIdentity, { message: 'Confirmed.' }),
  route('DELETE /access/sessions/current', signOut, { session: 'close', message: 'Signed out.' }),
  route('DELETE /access/sessions', endOwnSessions, { message: 'Other sessions ended.' }),
  route('DELETE /access/sessions/{id}', endSession, { message: 'Session ended.' }),

  route('GET /access/sign-in-options', getSignInOptions),
  route('POST /access/password-resets', requestPasswordReset, { message: 'Requested.' }),
  route('POST /access/password-resets/use', resetPassword, { session: 'open', message: 'Password changed.' }),

  route('GET /access/single-sign-on', getSingleSignOn),
  route('PUT|PATCH /access/single-sign-on', updateSingleSignOn, { message: 'Single sign-on updated.' }),
  route('POST /access/single-sign-on/begin', beginSingleSignOn, { session: 'begin' }),
  route('POST /access/single-sign-on/finish', finishSingleSignOn, { session: 'open', message: 'Signed in.' }),
  route('GET /access/me/identity', getOwnIdentity),
  route('POST /access/me/identity/begin', beginIdentityLink),
  route('POST /access/me/identity/link', linkIdentity, { message: 'Account linked.' }),
  route('POST /access/me/identity/unlink', unlinkIdentity, { message: 'Link removed.' }),

  route('GET /access/invitations', listInvitations, { list: 'invitations' }),
  route('POST /access/invitations/add', addInvitation, { message: 'Invitation sent.' }),
  route('POST /access/invitations/{id}/resend', resendInvitation, { message: 'Invitation sent again.' }),
  route('DELETE /access/invitations/{id}/remove', revokeInvitation, { message: 'Invitation withdrawn.' }),
  route('POST /access/invitations/read', readInvitation),
  route('POST /access/invitations/accept', acceptInvitation, { session: 'open', message: 'Invitation accepted.' }),

  route('GET /rest-api/keys', listKeys, { list: 'keys' }),
  route('POST /rest-api/add-key', addKey, {
    message: 'API key created. It is shown only now.',
    toData: ({ key }: { key: unknown }) => key,
    envelopeFields: ({ token, consumer_key, consumer_secret }: NewKey) => ({
      token,
      ...(consumer_key !== undefined && { consumer_key, consumer_secret }),
    }),
  }),
  route('POST /access/key-logins', startKeyLogin, { message: 'Type the code in the dashboard.' }),
  route('POST /access/key-logins/finish', finishKeyLogin, {
    message: 'API key created. It is shown only now.',
    toData: ({ key }: { key: unknown }) => key,
    envelopeFields: ({ token }: NewKey) => ({ token }),
  }),
  route('GET /access/key-logins/{code}', getKeyLogin),
  route('POST /access/key-logins/{code}/confirm', confirmKeyLogin, { message: 'The program can fetch its key now.' }),
  route('PUT|PATCH /rest-api/edit-key/{id}', updateKey, { message: 'API key updated.' }),
  route('DELETE /rest-api/delete-key/{id}', deleteKey, { message: 'API key deleted.' }),
]
