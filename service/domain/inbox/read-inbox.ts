import { type Actor, systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { InboxSource } from '../../operation/inbox-source.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { currentActor, findUserByLogin } from '../access/index.ts'
import type { ModuleName } from '../modules/index.ts'
import { itemNotFound, toInboxItem } from './inbox-item.ts'
import { listInboxItems } from './inbox-store.ts'

/** The sources that the caller may see and whose module is on. */
export const sourcesOf = ({ inboxSources, modules, actor }: Context): InboxSource[] =>
  inboxSources.filter(
    ({ permission, module }) =>
      // Sources name the module of their feature.
      hasPermission(actor, permission) && (module === undefined || modules.isActive(module as ModuleName)),
  )

/** The item, if it is in the inbox of the caller. */
export async function requireItem(context: Context, kind: string, key: string) {
  const sources = sourcesOf(context).filter((source) => source.kind === kind)
  const [row] = await listInboxItems(context, sources, { kind, key }, { page: 1, perPage: 1 })
  if (!row) throw itemNotFound(kind, key)
  return toInboxItem(row, context)
}

/** The same answer for an unknown user and for one who does not see the item. */
export async function requireItemAssignee(context: Context, kind: string, key: string, login: string) {
  const user = await findUserByLogin(context.db, login)
  const actor: Actor | null | undefined =
    user && (await currentActor(context, { ...systemActor(), kind: 'user', userId: user.id }))
  const sees =
    actor &&
    (await requireItem({ ...context, actor }, kind, key).then(
      () => true,
      () => false,
    ))
  if (!user || !sees) throw invalidInput({ user: `must be an active user who may see this item; ${login} is not` })
  return user
}
