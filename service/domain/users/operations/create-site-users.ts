import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { siteSelectors } from '../../site-calls/index.ts'
import { doneOrQueued } from '../../sites/index.ts'
import { CreatedUser } from '../create-user.ts'
import { planOnSites, runOnSites } from '../run-on-sites.ts'
import { newUserFields, requirePasswordOrMail } from '../user-input.ts'
import { createSiteUser } from './create-site-user.ts'

export const createSiteUsers = operation({
  name: 'create-site-users',
  summary: 'Create a user on the selected sites. More than 200 become a job. Passwords are never returned.',
  effect: 'change',
  permission: 'users.manage',
  stepUp: true,
  input: z.strictObject({ ...newUserFields, ...siteSelectors }),
  output: doneOrQueued({ created: z.array(CreatedUser), total_created: z.int(), total_errors: z.int() }),
  results: (output) =>
    output.queued
      ? null
      : { done: output.total_created, errors: output.errors, label: ['user created', 'users created'] },
  subject: ({ username, email, role, websites, groups, clients }) =>
    JSON.stringify({ username, email, role, websites, groups, clients }).slice(0, 500),
})
  .plans(async ({ websites, groups, clients, ...user }, context) => {
    requirePasswordOrMail(user)
    const { username, email, role } = user
    return { username, email, role, ...(await planOnSites(context, { websites, groups, clients })) }
  })
  .does(async ({ websites, groups, clients, ...user }, context) => {
    requirePasswordOrMail(user)
    const work = { kind: 'create-users', operation: createSiteUser, order: user }
    const outcome = await runOnSites(context, { websites, groups, clients }, work)
    if (outcome.queued) return outcome
    const { done, errors } = outcome
    return { queued: false, created: done, errors, total_created: done.length, total_errors: errors.length }
  })
