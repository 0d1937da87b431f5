import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { policiesAreShared, policyNotFound } from '../policy-errors.ts'
import { deletePolicy, findPolicy } from '../policy-store.ts'

export const deleteUpdatePolicy = operation({
  name: 'delete-update-policy',
  summary: 'Delete an update policy: the next more general policy applies instead.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({ policy_id: z.int().min(1) }),
  output: z.object({ deleted: z.boolean(), policy_id: z.int() }),
})
  .plans(async ({ policy_id }, context) => {
    const { id, scope, name } = await requireOwnPolicy(context, policy_id)
    return { would_affect: [{ policy_id: id, scope, name }] }
  })
  .does(async ({ policy_id }, context) => {
    await requireOwnPolicy(context, policy_id)
    await deletePolicy(context.db, policy_id)
    return { deleted: true, policy_id }
  })

async function requireOwnPolicy({ db, actor }: Context, id: number) {
  const policy = await findPolicy(db, id, actor.limits)
  if (!policy) throw policyNotFound(id)
  if (policy.scope === 'fleet') throw invalidInput({ policy_id: 'is the policy of the fleet, which always exists' })
  if (actor.limits && policy.scope !== 'site') throw policiesAreShared()
  return policy
}
