import { type Actor, systemActor } from '../../../operation/actor.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type ChannelRow, findListedChannel, type ListedChannel } from './channel-store.ts'

type Owner = Pick<ChannelRow, 'owner_kind' | 'owner_user_id' | 'owner_key_id'>

/** The owner of a channel with the rights of now; null: the user or key was deleted, disabled or has expired. */
export type FindOwner = (owner: Owner) => Promise<Actor | null>

export const ownerKeyOf = ({ owner_kind, owner_user_id, owner_key_id }: Owner): string =>
  `${owner_kind} ${owner_user_id} ${owner_key_id}`

/** Reads the rights with a function of the access feature, which uses this feature itself. */
export const createFindOwner =
  (currentActor: (stored: Actor) => Promise<Actor | null>): FindOwner =>
  async ({ owner_kind, owner_user_id, owner_key_id }) => {
    const system = systemActor('channel')
    if (owner_kind === 'system') return system
    return currentActor({ ...system, kind: owner_kind, userId: owner_user_id, keyId: owner_key_id })
  }

/** The columns of a channel that the caller owns. */
export const toOwner = ({ kind, userId, keyId }: Actor): Owner => ({
  owner_kind: kind === 'system' ? 'system' : kind === 'key' ? 'key' : 'user',
  owner_user_id: userId,
  owner_key_id: keyId,
})

/** Built-in channels are changed by their settings only. */
export async function requireChannel({ db, clock }: { db: Db; clock: Clock }, id: number): Promise<ListedChannel> {
  const channel = await findListedChannel(db, id, clock.now())
  if (!channel) throw channelNotFound(id)
  return channel
}

export const channelNotFound = (id: number) =>
  new ServiceError('svc_channel_not_found', 'missing', `There is no notification channel ${id}.`)
