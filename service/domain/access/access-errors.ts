import { permissionDenied, ServiceError } from '../../operation/errors.ts'

/** One message for every failure, so that callers cannot find out which logins exist. */
export const wrongCredentials = () =>
  new ServiceError(
    'svc_unauthorized',
    'unauthorized',
    'The user name or the password is wrong, or the account is disabled. Ask an administrator for a new password if you lost yours.',
  )

export const apiKeyRefused = () =>
  new ServiceError(
    'svc_unauthorized',
    'unauthorized',
    'This API key is unknown, expired or switched off. An administrator can create a new one with POST /rest-api/add-key.',
  )

export const accessTokenRefused = (reason: string) => new ServiceError('svc_unauthorized', 'unauthorized', reason)

export const queryCredentialsOff = () =>
  new ServiceError(
    'svc_unauthorized',
    'unauthorized',
    'Credentials in the address are switched off. Send them as Basic, or let an administrator switch the setting svc_rest_credentials_in_query on.',
  )

export const sessionEnded = () =>
  new ServiceError('svc_unauthorized', 'unauthorized', 'This session has ended. Sign in again.')

export const tooManyFailures = (seconds: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `Too many failed attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retry_after: seconds },
  )

export const tooManyRequests = (seconds: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `Too many requests of this kind. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retry_after: seconds },
  )

/** `puzzle`: solved in the header X-Sign-In-Puzzle, it puts the next attempt before the others. */
export const tooManyAtOnce = (seconds: number, puzzle?: string) =>
  new ServiceError(
    'svc_busy',
    'unavailable',
    `Many people are signing in. Send this again in about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryable: true, retry_after: seconds, wait_seconds: seconds, ...(puzzle && { puzzle }) },
  )

export const csrfTokenWrong = () =>
  permissionDenied(
    'The X-CSRF-Token header is missing or wrong. GET /access/me returns the token of this session; send it with every change.',
  )

export const wrongCode = () =>
  new ServiceError(
    'svc_wrong_code',
    'invalid',
    'This code is wrong, expired or was used before. Enter the newest code of your authenticator app, or a recovery code that you have not used.',
    { params: { code: 'is wrong' } },
  )

export const challengeEnded = () =>
  new ServiceError('svc_unauthorized', 'unauthorized', 'This sign-in took too long or was completed. Sign in again.')

/** The first factor was right. `challenge` continues the sign-in with the second one. */
export const secondFactorRequired = (details: { challenge: string; expires_at: string; factors: string[] }) =>
  new ServiceError(
    'svc_second_factor_required',
    'unauthorized',
    'This account has a second factor. Send the challenge with a code to POST /access/sessions/second-factor, or with a passkey to POST /access/sessions/passkey.',
    details,
  )

export const loginPasswordRefused = () =>
  new ServiceError(
    'svc_login_password_refused',
    'unauthorized',
    'This account needs a second factor, so its login password is not accepted here. Use an application password (POST /access/me/application-passwords) or an API key (POST /rest-api/add-key).',
  )

export const providerSignInRequired = () =>
  new ServiceError(
    'svc_provider_sign_in_required',
    'forbidden',
    'This account belongs to an identity provider. Its access has ended, or you have not signed in there for too long. Sign in with the provider, or ask an administrator.',
  )

export const passkeyRefused = () =>
  new ServiceError(
    'svc_passkey_refused',
    'invalid',
    'This passkey was not accepted: it is unknown here, belongs to another account, or the request took too long. Try again.',
  )

export const passkeysUnavailable = (reason: string) => new ServiceError('svc_passkeys_unavailable', 'conflict', reason)

export const passkeyNotFound = (id: number) =>
  new ServiceError('svc_passkey_not_found', 'missing', `You have no passkey ${id}; GET /access/me/factors lists yours.`)

export const totpExists = () =>
  new ServiceError(
    'svc_already_exists',
    'conflict',
    'An authenticator app is set up already. Remove it first: DELETE /access/me/totp.',
  )

export const totpNotFound = () =>
  new ServiceError(
    'svc_factor_not_found',
    'missing',
    'No authenticator app is set up. Start with POST /access/me/totp.',
  )

export const userNotFound = (id: number) =>
  new ServiceError('svc_user_not_found', 'missing', `There is no user ${id}; GET /access/users lists them.`)

export const keyNotFound = (id: number) =>
  new ServiceError('svc_key_not_found', 'missing', `There is no API key ${id}; GET /rest-api/keys lists them.`)

export const applicationPasswordNotFound = (id: number) =>
  new ServiceError(
    'svc_application_password_not_found',
    'missing',
    `You have no application password ${id}; GET /access/me/application-passwords lists yours.`,
  )

export const userApplicationPasswordNotFound = (userId: number, id: number) =>
  new ServiceError(
    'svc_application_password_not_found',
    'missing',
    `User ${userId} has no application password ${id}; GET /access/users/${userId}/application-passwords lists them.`,
  )

export const sessionNotFound = (reason = 'You have no such session; GET /access/sessions lists yours.') =>
  new ServiceError('svc_session_not_found', 'missing', reason)

export const loginTaken = (login: string) =>
  new ServiceError('svc_already_exists', 'conflict', `The login ${login} is taken; choose another one.`)

export const cannotTransfer = (reason: string) =>
  new ServiceError('svc_cannot_transfer', 'conflict', `${reason}. Choose another active user.`)

export const roleNotFound = (id: number) =>
  new ServiceError('svc_role_not_found', 'missing', `There is no role ${id}; GET /access/roles lists them.`)

export const roleNameTaken = (name: string) =>
  new ServiceError('svc_already_exists', 'conflict', `There is already a role called ${name}; choose another name.`)

export const roleInUse = (name: string, users: number) =>
  new ServiceError(
    'svc_role_in_use',
    'conflict',
    `${users} ${users === 1 ? 'user has' : 'users have'} the role ${name}. Give them another role first.`,
    { users },
  )

export const lastAdministrator = () =>
  new ServiceError(
    'svc_last_administrator',
    'conflict',
    'This is the last active administrator. Make another user an administrator first.',
  )

export const wrongPassword = () =>
  new ServiceError('svc_wrong_password', 'invalid', 'The current password is wrong; nothing was changed.', {
    params: { current_password: 'is wrong' },
  })
