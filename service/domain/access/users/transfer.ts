import { z } from 'zod'
import { limitsOf } from '../../../operation/limits.ts'
import { allPermissions, hasPermission } from '../../../operation/permissions.ts'
import type { Db } from '../../../platform/database/database.ts'
import { countChannelsOf, moveChannels } from '../../notifications/index.ts'
import { cannotTransfer } from '../access-errors.ts'
import { countInvitationsOf, moveInvitations } from '../invitations/invitation-store.ts'
import { countKeysOf, deactivateKeys, moveKeys } from '../keys/key-store.ts'
import { roleOfRights } from './role.ts'
import { requireUser, requireUserRights, type UserRights, type UserRow } from './user-store.ts'

/** What a user owns. Schedules of reports and updates belong to the installation: they go on without a transfer. */
export const ownedRecord = z.object({
  api_keys: z.int(),
  keys_for_others: z.int(),
  invitations: z.int(),
  notification_channels: z.int(),
})
export type Owned = z.output<typeof ownedRecord>

export const transferTo = z
  .int()
  .min(1)
  .optional()
  .describe(
    'Another active user, who takes over the API keys, open invitations and notification channels of this user.',
  )

export async function countOwned(db: Db, userId: number): Promise<Owned> {
  const [keys, invitations, notification_channels] = [
    await countKeysOf(db, userId),
    await countInvitationsOf(db, userId),
    await countChannelsOf(db, userId),
  ]
  return { ...keys, invitations, notification_channels }
}

/** The plan of a dry run: how many of each kind would move. */
export const describeOwned = (owned: Owned) => Object.entries(owned).map(([kind, count]) => ({ kind, count }))

/** Throws unless the other user can take over what this user owns. */
export async function requireRecipient(db: Db, fromId: number, toId: number): Promise<UserRow> {
  if (fromId === toId) throw cannotTransfer('A user cannot take over from the same user')
  const recipient = await requireUser(db, toId)
  if (recipient.disabled) throw cannotTransfer(`${recipient.login} is disabled`)
  return recipient
}

/**
 * Moves everything. The person who leaves may know the keys and links: keys that would get more rights from their new owner are
 * switched off, invitations must be sent again, and channels that would send more sites are switched off.
 */
export async function transferOwned(
  trx: Db,
  fromId: number,
  toId: number,
  now: Date,
): Promise<Owned & { switched_off: number }> {
  await requireRecipient(trx, fromId, toId)
  const owned = await countOwned(trx, fromId)
  const gains = hasMore(await requireUserRights(trx, toId), await requireUserRights(trx, fromId))
  const { own, active } = await moveKeys(trx, fromId, toId)
  if (gains) await deactivateKeys(trx, own)
  await moveInvitations(trx, fromId, toId, now)
  await moveChannels(trx, fromId, toId, { isActive: !gains })
  return { ...owned, switched_off: gains ? active : 0 }
}

/** Whether `one` may do or see anything that `other` may not. */
function hasMore(one: UserRights, other: UserRights): boolean {
  const [mine, theirs] = [roleOfRights(one), roleOfRights(other)]
  if (allPermissions.some((permission) => hasPermission(mine, permission) && !hasPermission(theirs, permission)))
    return true
  const limits = limitsOf(other)
  return limits !== null && JSON.stringify(limits) !== JSON.stringify(limitsOf(one))
}
