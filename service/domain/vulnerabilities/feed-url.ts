import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { changeSettingsIn, plain, readSettings, type SettingsGroup } from '../settings/index.ts'

const summary =
  'The address of the feed of known vulnerabilities, which is read every day (JSON; see the documentation).'

export const FeedUrl = z
  .string()
  .max(2_000)
  .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a web address, or empty')
  .describe(`${summary} Empty: none.`)

const settings = { vulnerability_feed_url: plain(FeedUrl, '', summary) }

const feedSettings: SettingsGroup<typeof settings> = {
  name: 'vulnerabilities',
  title: 'Vulnerability settings',
  settings,
}

/** Empty when none is set. */
export async function findFeedUrl(db: Db): Promise<string> {
  return (await readSettings(db, feedSettings)).vulnerability_feed_url
}

/** Undefined changes nothing; null removes the address. */
export async function updateFeedUrl(trx: Db, url: string | null | undefined, now: Date): Promise<void> {
  await changeSettingsIn(trx, feedSettings, { vulnerability_feed_url: url }, now)
}
