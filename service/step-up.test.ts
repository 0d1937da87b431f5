import { expect, it } from 'vitest'
import { operations } from './catalogue.ts'

/** A session that was not confirmed for 10 minutes cannot run these. */
const withStepUp = [
  'accept-move-in',
  'add-application-password',
  'add-invitation',
  'add-key',
  'add-notification-channel',
  'add-passkey',
  'add-role',
  'add-user',
  'add-webhook',
  'add-webhook-endpoint',
  'begin-identity-link',
  'confirm-key-login',
  'convert-webhook',
  'create-export-script',
  'create-site-user',
  'create-site-users',
  'delete-affected-software',
  'delete-client',
  'delete-client-field',
  'delete-cost',
  'delete-export-script',
  'delete-key',
  'delete-mail-server',
  'delete-notification-channel',
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
  'delete-webhook-endpoint',
  'destroy-sessions',
  'disconnect-all-sites',
  'disconnect-site',
  'disconnect-sites',
  'edit-site-user',
  'end-user-sessions',
  'erase-client',
  'export-client-data',
  'export-fleet',
  'import-site-users',
  'import-users',
  'install-package',
  'install-site-version',
  'open-admin',
  'read-dump',
  'renew-connections',
  'replace-affected-plugin',
  'replace-site-plugin',
  'resend-invitation',
  'revoke-invitation',
  'revoke-user-application-password',
  'roll-back-rollout',
  'roll-back-rollout-step',
  'rotate-webhook-secret',
  'set-admin-password',
  'set-admin-passwords',
  'start-passkey',
  'start-totp',
  'take-over-sites',
  'test-mail-server',
  'transfer-user',
  'unlink-identity',
  'update-key',
  'update-mail-server',
  'update-notification-channel',
  'update-role',
  'update-service-backup-settings',
  'update-sign-in-settings',
  'update-single-sign-on',
  'update-user',
  'update-webhook',
  'update-webhook-endpoint',
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
  const exceptions = [
    'reset-user-factors',
    'send-access-protection-mail',
    'send-new-device-mail',
    'send-password-reset',
  ]
  const changing = operations.filter(({ effect, permission }) => effect !== 'read' && permission === 'access.manage')
  const without = changing.filter(({ name, stepUp }) => !stepUp && !exceptions.includes(name))
  expect(without.map(({ name }) => name)).toEqual([])
})

it('every change that gives access to sites needs one', () => {
  const changing = operations.filter(({ effect, permission }) => effect !== 'read' && permission === 'users.manage')
  expect(changing.filter(({ stepUp }) => !stepUp).map(({ name }) => name)).toEqual([])
})

/** They prove the password or a code in the call itself, or only end or rename something of one's own. */
const ownWithout: Record<string, string> = {
  'approve-call': 'Needs a passkey that signs exactly this call.',
  'change-own-password': 'Needs the password.',
  'confirm-identity': 'Is the proof.',
  'confirm-totp': 'Needs a code of the secret that start-totp returned, which needs a proof.',
  'delete-view': 'Deletes a saved filter.',
  'dismiss-info-message': 'Hides a message.',
  'end-own-sessions': 'Ends access.',
  'end-session': 'Ends access.',
  'link-identity': 'Finishes begin-identity-link, which needs a proof, in the same session.',
  'refuse-call': 'Ends a request.',
  'remove-totp': 'Needs a code.',
  'rename-passkey': 'Changes a name.',
  'replace-recovery-codes': 'Needs a code.',
  'revoke-application-password': 'Ends access.',
  'save-preference': 'Stores the columns of a table and the like.',
  'save-view': 'Saves a filter.',
  'sign-out': 'Ends access.',
  'snooze-inbox-item': 'Hides an item from oneself.',
  'start-passkey-confirmation': 'Begins the proof.',
}

it('every change of the own account needs one, or has a reason', () => {
  const without = operations.filter(
    ({ effect, permission, stepUp }) => effect !== 'read' && permission === 'own' && !stepUp,
  )
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(ownWithout))
})
