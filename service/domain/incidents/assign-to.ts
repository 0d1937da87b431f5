import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { currentActor, findUserByLogin } from '../access/index.ts'
import { requireIncident } from './incident.ts'
import { recordWork } from './record-work.ts'

/** Assigns the incident to a user who may see its site, with the entry of the timeline and the event; null: to no user. */
export async function assignTo(context: Context, incident_id: number, user: string | null) {
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
}

/** The same answer for an unknown user and one who may not see the site. */
export async function requireAssignee(context: Context, id: number, login: string) {
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
