import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { siteSelectors } from '../../site-calls/index.ts'
import { doneOrQueued } from '../../sites/index.ts'
import { planOnSites, runOnSites } from '../run-on-sites.ts'
import { Password } from '../user-input.ts'
import { AdminPasswordChange, setAdminPassword } from './set-admin-password.ts'

export const setAdminPasswords = operation({
  name: 'set-admin-passwords',
  summary:
    'Set the password of the administrator that Flotilla uses on the selected sites. More than 200 become a job.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  stepUp: true,
  aliases: { new_password: 'password' },
  input: z.strictObject({ password: Password.describe('Never returned.'), ...siteSelectors }),
  output: doneOrQueued({ changed: z.array(AdminPasswordChange), total_changed: z.int(), total_errors: z.int() }),
  results: (output) =>
    output.queued
      ? null
      : { done: output.total_changed, errors: output.errors, label: ['password changed', 'passwords changed'] },
  subject: ({ websites, groups, clients }) => JSON.stringify({ websites, groups, clients }).slice(0, 500),
})
  .plans(({ password: _, ...selectors }, context) => planOnSites(context, selectors))
  .does(async ({ password, ...selectors }, context) => {
    const work = { kind: 'set-passwords', operation: setAdminPassword, order: { password } }
    const outcome = await runOnSites(context, selectors, work)
    if (outcome.queued) return outcome
    const { done, errors } = outcome
    return { queued: false, changed: done, errors, total_changed: done.length, total_errors: errors.length }
  })
