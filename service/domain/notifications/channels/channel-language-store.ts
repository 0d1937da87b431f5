import { isLanguage, type Language } from '../../../operation/language.ts'
import type { Db } from '../../../platform/database/database.ts'
import { listAddressesByLanguage } from '../mail/recipient-store.ts'
import type { ChannelRow } from './channel-store.ts'

/** The language of the owner, of the user with the address of a recipient of the settings, else English. Webhooks are for programs. */
export async function listChannelLanguages(db: Db, channels: readonly ChannelRow[]): Promise<Map<number, Language>> {
  const forPeople = channels.filter(({ webhook_id }) => webhook_id === null)
  const mails = forPeople.filter(({ mail_type }) => mail_type !== null)
  const owners = forPeople.flatMap(({ mail_type, owner_user_id }) => (mail_type === null ? (owner_user_id ?? []) : []))
  const byAddress = new Map(
    (await listAddressesByLanguage(db, [...new Set(mails.map(({ shown }) => shown))])).flatMap(
      ([language, addresses]) => addresses.map((address) => [address, language] as const),
    ),
  )
  const rows = await db
    .selectFrom('user_preferences')
    .select(['user_id', 'value'])
    .where('name', '=', 'language')
    .where('user_id', 'in', owners.length > 0 ? owners : [0])
    .execute()
  const byOwner = new Map(rows.map(({ user_id, value }) => [user_id, Array.isArray(value) ? value[0] : undefined]))
  return new Map(
    forPeople.map((channel) => {
      const chosen: unknown =
        channel.mail_type === null ? byOwner.get(channel.owner_user_id ?? 0) : byAddress.get(channel.shown)
      return [channel.id, isLanguage(chosen) ? chosen : 'en']
    }),
  )
}
