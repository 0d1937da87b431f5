import { expect, it } from 'vitest'
import { operations } from './catalogue.ts'

/** A session that was not confirmed for 10 minutes cannot run these. */
const withStepUp = [
  'accept-move-in',
  'add-invitation',
  'add-key',
  'add-passkey',
  'add-role',
  'add-user',
  'begin-identity-link',
  'create-export-script',
  'delete-client',
  'delete-client-field',
  'delete-cost',
  'delete-export-script',
  'delete-key',
  'delete-page',
  'delete-passkey',
  'delete-payment-method',
  'delete-post',
  'delete-product-type',
  'delete-role',
  'delete-site',
  'delete-site-audits',
  'delete-site-plugins',
  'delete-site-themes',
  'delete-site-user',
  'delete-tag',
  'delete-time-bucket',
  'delete-time-task',
  'delete-user',
  'delete-webhook',
  'end-user-sessions',
  'open-admin',
  'resend-invitation',
  'revoke-invitation',
  'revoke-user-application-password',
  'start-passkey',
  'start-totp',
  'take-over-sites',
  'transfer-user',
  'update-key',
  'update-role',
  'update-sign-in-settings',
  'update-single-sign-on',
  'update-user',
]

it('every operation that destroys has decided whether it needs a fresh password or factor', () => {
  const undecided = operations.filter(({ effect, stepUp }) => effect === 'destroy' && stepUp === undefined)
  expect(undecided.map(({ name }) => name)).toEqual([])
})

it('these operations need a fresh password or factor in a session', () => {
  expect(operations.flatMap(({ name, stepUp }) => (stepUp ? [name] : [])).toSorted()).toEqual(withStepUp)
})

it('every change of users, keys and access needs one', () => {
  // The command line and a job run these.
  const exceptions = ['reset-user-factors', 'send-new-device-mail', 'send-password-reset']
  const changing = operations.filter(({ effect, permission }) => effect !== 'read' && permission === 'access.manage')
  const without = changing.filter(({ name, stepUp }) => !stepUp && !exceptions.includes(name))
  expect(without.map(({ name }) => name)).toEqual([])
})
