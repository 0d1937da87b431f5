import { z } from 'zod'
import { systemActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { currentActor, findUserByLogin } from '../../access/index.ts'
import { IncidentDetail, IncidentId, planIncident, requireIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const assignIncident = operation({
  name: 'assign-incident',
  summary: 'Assign an incident to a user who may see the site, or remove the assignment.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({
    incident_id: IncidentId,
    user: z.string().min(1).max(60).nullable().describe('The login of the user; null: not assigned.'),
  }),
  output: IncidentDetail,
})
  .plans(async ({ incident_id: id, user }, context) => {
    await requireIncident(context, id)
    if (user !== null) await requireAssignee(context, id, user)
    return planIncident(context, id, { assigned_to: user })
  })
  .does(async ({ incident_id, user }, context) => {
    await requireIncident(context, incident_id)
    const assignee = user === null ? null : await requireAssignee(context, incident_id, user)
    const assigned_to = assignee?.login ?? null
    const by = context.actor.name
    return recordWork(context, incident_id, {
      kind: 'assigned',
      text: assigned_to ?? '',
      changes: { assigned_user_id: assignee?.id ?? null },
      event: (siteId) => ({ type: 'incident.assigned', siteId, data: { incident_id, by, assigned_to } }),
    })
  })

/** The same answer for an unknown user and one who may not see the site. */
async function requireAssignee(context: Context, id: number, login: string) {
  const user = await findUserByLogin(context.db, login)
  const actor = user && (await currentActor(context, { ...systemActor(), kind: 'user', userId: user.id }))
  const isAllowed =
    actor &&
    hasPermission(actor, 'monitors.read') &&
    (await requireIncident({ ...context, actor }, id).then(
      () => true,
      () => false,
    ))
  if (!user || !isAllowed) throw invalidInput({ user: `must be an active user who may see this site; ${login} is not` })
  return user
}
