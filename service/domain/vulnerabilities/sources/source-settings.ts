import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { publicDirectoryApi } from '../../../platform/public-directory.ts'
import { changeSettingsIn, plain, readSettings, type SettingsGroup } from '../../settings/index.ts'
import { findSealedKey, type KeyName, sealedKeyColumn, upsertSealedKey } from './source-store.ts'

const summary =
  'The address of the feed of known vulnerabilities, which is read every day (JSON; see the documentation).'

const webAddress = z
  .string()
  .max(2_000)
  .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a web address, or empty')
  // It is stored and shown as it is.
  .refine((text) => {
    const { username = '', password = '' } = URL.parse(text) ?? {}
    return username + password === ''
  }, 'must have no user name and password')

export const FeedUrl = webAddress.describe(`${summary} Empty: none.`)

export const defaultAddresses = {
  wordfence_url: 'https://www.wordfence.com/api/intelligence/v3/vulnerabilities/production',
  wpvulnerability_url: 'https://www.wpvulnerability.net',
  directory_url: publicDirectoryApi,
}

const settings = {
  vulnerability_feed_url: plain(FeedUrl, '', summary),
  wordfence_url: plain(
    webAddress,
    defaultAddresses.wordfence_url,
    'The address of the Wordfence Intelligence feed, which is read every 30 minutes when a key is set.',
  ),
  use_wpvulnerability: plain(
    z.boolean(),
    false,
    'Ask wpvulnerability.net about each installed plugin and theme and each WordPress version. It learns their names, not who has them.',
  ),
  wpvulnerability_url: plain(webAddress, defaultAddresses.wpvulnerability_url, 'The address of WPVulnerability.'),
  check_directory: plain(
    z.boolean(),
    true,
    'Ask the public directory once a week whether each installed plugin and theme is still listed there.',
  ),
  directory_url: plain(webAddress, defaultAddresses.directory_url, 'The address of the public directory.'),
}

export const sourceSettings: SettingsGroup<typeof settings> = {
  name: 'vulnerabilities',
  title: 'Vulnerability settings',
  settings,
}

export const readSourceSettings = (db: Db) => readSettings(db, sourceSettings)

/** Empty when none is set. */
export async function findFeedUrl(db: Db): Promise<string> {
  return (await readSourceSettings(db)).vulnerability_feed_url
}

/** Of the public directory; empty when it is not used. */
export const findDirectoryUrl = async (db: Db): Promise<string> => (await readSourceSettings(db)).directory_url

/** Undefined changes nothing; null removes the address. */
export async function updateFeedUrl(trx: Db, url: string | null | undefined, now: Date): Promise<void> {
  await changeSettingsIn(trx, sourceSettings, { vulnerability_feed_url: url }, now)
}

export const hasKey = async (db: Db, name: KeyName): Promise<boolean> => (await findSealedKey(db, name)) !== null

export async function openKey({ db, secrets }: Pick<Context, 'db' | 'secrets'>, name: KeyName): Promise<string | null> {
  const sealed = await findSealedKey(db, name)
  return sealed === null ? null : secrets.open(sealed, sealedKeyColumn)
}

/** Null removes the key. */
export const storeSourceKey = (trx: Db, { secrets }: Pick<Context, 'secrets'>, name: KeyName, key: string | null) =>
  upsertSealedKey(trx, name, key === null ? null : secrets.seal(key, sealedKeyColumn))
