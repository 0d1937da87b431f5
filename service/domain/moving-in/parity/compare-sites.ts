import type { SiteFields, Versions } from '../import/read-facts.ts'
import type { Difference } from './facts-store.ts'
import type { PresentSite } from './present-store.ts'

/** Of one field: nothing when both know the same. */
export type Comparison = { field: string } & (
  | { result: 'same' }
  | Pick<Difference, 'result' | 'there' | 'here' | 'reason'>
)

export const same = (field: string): Comparison => ({ field, result: 'same' })
export const unknown = (field: string, there: string, here: string, reason: string): Comparison => ({
  ...{ field, result: 'unknown', there, here, reason },
})
export const different = (field: string, there: string, here: string, reason: string): Comparison => ({
  ...{ field, result: 'different', there, here, reason },
})

/** Ids of clients and tags: there → here. */
export interface MovedIds {
  clients: ReadonlyMap<number, number>
  tags: ReadonlyMap<number, number>
}

const notInFile = 'The export file does not contain it.'
const notSynced = 'Flotilla has not synced the site yet.'
const changedHere = 'It was changed in one of the two dashboards since the import, or existed before.'

export function compareSite(
  there: SiteFields & Record<string, unknown>,
  here: PresentSite,
  ids: MovedIds,
): Comparison[] {
  const times = describeTimes(there, here)
  const text = (field: string, before: string | undefined, now: string | null) => {
    if (before === undefined) return unknown(field, '', now ?? '', notInFile)
    if (here.last_sync === null) return unknown(field, before, now ?? '', notSynced)
    return before === (now ?? '') ? same(field) : different(field, before, now ?? '', times)
  }
  const versions = (field: 'plugins' | 'themes' | 'plugin_updates' | 'theme_updates') => {
    const [before, now] = [there[field], here[field]]
    if (before === undefined) return unknown(field, '', `${Object.keys(now).length}`, notInFile)
    if (here.last_sync === null) return unknown(field, `${Object.keys(before).length}`, '', notSynced)
    const slugs = differingSlugs(before, now)
    if (slugs.length === 0) return same(field)
    return different(field, describeVersions(slugs, before), describeVersions(slugs, now), times)
  }
  return [
    there.name === here.name ? same('name') : different('name', there.name ?? '', here.name, changedHere),
    compareClient(there, here, ids),
    compareTags(there, here, ids),
    text('wordpress_version', there.wordpress_version, here.wp_version),
    text('php_version', there.php_version, here.php_version),
    text('connector_version', there.connector_version, here.child_version),
    text('core_update', there.core_update, here.core_update),
    ...[versions('plugins'), versions('themes'), versions('plugin_updates'), versions('theme_updates')],
  ]
}

function describeTimes({ synced_at }: SiteFields, { last_sync }: PresentSite): string {
  const there =
    synced_at === undefined ? 'at a time that is not in the file' : `at ${isoOf(new Date(synced_at * 1000))}`
  const here = last_sync === null ? 'never' : `at ${isoOf(last_sync)}`
  return `It changed between the last sync there (${there}) and here (${here}), or one of them is out of date.`
}

const isoOf = (time: Date) => (Number.isNaN(time.getTime()) ? 'an invalid time' : time.toISOString())

function compareClient({ client }: SiteFields, { client_id }: PresentSite, { clients }: MovedIds): Comparison {
  if (client === undefined) return unknown('client', '', idText(client_id), notInFile)
  const expected = client === null ? null : (clients.get(client) ?? undefined)
  if (expected === undefined)
    return different('client', idText(client), idText(client_id), 'The client was not imported.')
  return expected === client_id ? same('client') : different('client', idText(client), idText(client_id), changedHere)
}

function compareTags(there: Record<string, unknown>, here: PresentSite, { tags }: MovedIds): Comparison {
  const before = Object.keys(there).flatMap((key) => (/^tag \d+$/.test(key) ? [Number(key.slice(4))] : []))
  const missing = before.filter((id) => !tags.has(id))
  const expected = new Set(before.flatMap((id) => tags.get(id) ?? []))
  const isSame = missing.length === 0 && expected.size === here.tags.length && here.tags.every((id) => expected.has(id))
  if (isSame) return same('tags')
  const reason = missing.length > 0 ? `These tags were not imported: ${missing.slice(0, 10).join(', ')}.` : changedHere
  return different('tags', before.join(', '), here.tags.join(', '), reason)
}

const idText = (id: number | null) => (id === null ? '' : String(id))

const differingSlugs = (before: Versions, now: Versions): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((slug) => before[slug] !== now[slug]).toSorted()

const shown = 10

function describeVersions(slugs: readonly string[], versions: Versions): string {
  const parts = slugs.slice(0, shown).map((slug) => `${slug} ${versions[slug] ?? '–'}`)
  return slugs.length > shown ? `${parts.join(', ')} and ${slugs.length - shown} more` : parts.join(', ')
}
