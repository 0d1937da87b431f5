import { ServiceError } from '../../../operation/errors.ts'

export const ssoOff = (reason: string) => new ServiceError('svc_single_sign_on_off', 'conflict', reason)

/** Unknown, used, expired or begun in another browser: one answer for all. */
export const ssoLoginNotFound = () =>
  new ServiceError(
    'svc_sign_in_not_found',
    'missing',
    'This sign-in was finished already, was started in another browser, or took longer than 10 minutes. Start again.',
  )

export const providerFailed = (reason: string) =>
  new ServiceError('svc_identity_provider_failed', 'child-error', `Single sign-on failed: ${reason}`)

/** It says nothing about the person or the token. */
export const isProviderFailure = (error: unknown) =>
  error instanceof ServiceError && error.code === 'svc_identity_provider_failed'

export const noMatchingGroup = () =>
  new ServiceError(
    'svc_no_matching_group',
    'forbidden',
    'Your account at the provider has no group with access to Flotilla. Ask an administrator.',
  )

export const ssoUserDisabled = () =>
  new ServiceError('svc_user_disabled', 'forbidden', 'This user is disabled in Flotilla. Ask an administrator.')

export const alreadyLinked = () =>
  new ServiceError(
    'svc_already_linked',
    'conflict',
    'This account of the provider or this user is already linked. Remove the other link first.',
  )
