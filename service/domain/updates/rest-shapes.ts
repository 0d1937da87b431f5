import type { IgnorableType } from './ignored-update.ts'
import type { IgnoredEntry } from './ignored-update-entry.ts'
import type { SiteReport, UpdatedItem, UpdateError } from './run/run-report.ts'
import type { UpdateType } from './update.ts'
import type { Summary, UpdateEntry } from './update-entry.ts'

/** Available updates over REST: by site, type and slug, as clients of the established product read them. */
interface DetailedUpdate extends Omit<UpdateEntry, 'first_seen_at'> {
  site_id: number
  first_seen_at: string
  url: string
  tested_with: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}
interface Listed {
  updates: DetailedUpdate[]
  types: string[]
  summary: Summary
}
type ByType = Record<string, unknown>

/** Keyed by the id of the site. */
export function showUpdatesBySite({ updates, types }: Listed): Record<number, ByType> {
  const bySite = Map.groupBy(updates, ({ site_id }) => site_id)
  return Object.fromEntries([...bySite].map(([siteId, own]) => [siteId, groupByType(own, types)]))
}

export const showUpdatesOfSite = ({ updates, types }: Listed): ByType => groupByType(updates, types)

export const besideUpdates = ({ summary }: Listed) => ({ summary })

function groupByType(updates: readonly DetailedUpdate[], types: readonly string[]): ByType {
  const of = (type: UpdateType) => updates.filter((update) => update.type === type)
  const bySlug = (type: UpdateType) => Object.fromEntries(of(type).map((update) => [update.slug, softwareOf(update)]))
  const keys: [UpdateType, string, () => unknown][] = [
    ['core', 'wp', () => coreOf(of('core')[0])],
    ['plugin', 'plugins', () => bySlug('plugin')],
    ['theme', 'themes', () => bySlug('theme')],
    ['translation', 'translations', () => translationsBySlug(of('translation'))],
  ]
  return Object.fromEntries(keys.filter(([type]) => types.includes(type)).map(([, key, show]) => [key, show()]))
}

const coreOf = (update: DetailedUpdate | undefined) =>
  update ? { Name: update.name, current: update.current_version, new: update.new_version, step: update.step } : {}

const softwareOf = (update: DetailedUpdate) => ({
  Name: update.name,
  Version: update.current_version,
  active: update.active,
  premium: update.premium,
  step: update.step,
  first_seen_at: update.first_seen_at,
  wp_compatible: update.fits_wordpress,
  php_compatible: update.fits_php,
  update: {
    slug: update.slug,
    [update.type]: update.slug,
    new_version: update.new_version,
    url: update.url,
    has_package: update.has_package,
    tested: update.tested_with,
    requires_php: update.requires_php,
  },
})

/** The site updates all languages of a slug together. */
const translationsBySlug = (updates: readonly DetailedUpdate[]) =>
  Object.fromEntries(
    [...Map.groupBy(updates, ({ slug }) => slug)].map(([slug, own]) => {
      const languages = own.map(({ translates, language, new_version }) => ({
        type: translates,
        language,
        version: new_version,
      }))
      return [slug, { Name: own[0]?.name ?? slug, type: own[0]?.translates ?? '', slug, languages }]
    }),
  )

interface ListedIgnored {
  ignored: IgnoredEntry[]
  types: string[]
}

const typeKeys: [IgnorableType, string][] = [
  ['core', 'wp'],
  ['plugin', 'plugins'],
  ['theme', 'themes'],
]

/** Several versions of one item are one entry. */
function ignoredItems(ignored: readonly IgnoredEntry[], type: IgnorableType) {
  const bySlug = Map.groupBy(
    ignored.filter((entry) => entry.type === type),
    ({ slug }) => slug,
  )
  return [...bySlug].map(([slug, entries]) => ({
    slug,
    Name: entries[0]?.name ?? slug,
    ignored_versions: [...new Set(entries.map(({ ignored_version }) => ignored_version))],
    on_every_site: entries.some(({ scope }) => scope === 'global'),
  }))
}

const byTypeKey = ({ ignored, types }: ListedIgnored, show: (items: ReturnType<typeof ignoredItems>) => unknown) =>
  Object.fromEntries(
    typeKeys.filter(([type]) => types.includes(type)).map(([type, key]) => [key, show(ignoredItems(ignored, type))]),
  )

/** Items that are ignored on every site, by type and slug. */
export const showIgnored = (listed: ListedIgnored) =>
  byTypeKey(listed, (items) => Object.fromEntries(items.map(({ slug, ...item }) => [slug, item])))

/** Items that are ignored on one site, by its own rules or by those for every site: a list per type. */
export const showIgnoredOnSite = (listed: ListedIgnored) => byTypeKey(listed, (items) => items)

/** Results of a run by slug, as clients of the established product read them. */
const resultsBySlug = (updated: readonly UpdatedItem[], errors: readonly UpdateError[]) => ({
  ...Object.fromEntries(errors.map((error) => [error.slug ?? error.identifier, showItemError(error)])),
  ...Object.fromEntries(updated.map((item) => [item.slug, showUpdatedItem(item)])),
})
const showUpdatedItem = ({ name, old_version, new_version }: UpdatedItem) => {
  return { success: 1, name, old_version, version: new_version }
}
const showItemError = ({ name, old_version, new_version, result, code, message }: UpdateError) => {
  return { success: 0, name, old_version, version: new_version, result, code, error: message }
}

interface CoreUpdate {
  updated: boolean
  old_version: string
  new_version: string
}

export const coreShape = {
  toData: ({ updated, old_version, new_version }: CoreUpdate) => {
    return { updated, old_version, version: new_version, new_version }
  },
  envelopeFields: ({ updated, old_version, new_version }: CoreUpdate) => ({
    message: updated
      ? `WordPress updated from ${old_version} to ${new_version}.`
      : 'Nothing to do: no WordPress update is pending, or it is ignored.',
  }),
}

export const siteReportShape = {
  toData: ({ updated, errors }: SiteReport) => resultsBySlug(updated, errors),
  envelopeFields: besideReport,
}
export const translationReportShape = {
  toData: ({ items, errors }: { items: UpdatedItem[]; errors: UpdateError[] }) => resultsBySlug(items, errors),
  envelopeFields: besideReport,
}
function besideReport({
  site_id,
  site_url,
  site_name,
  total_updated,
  errors,
  health,
  backup,
}: Omit<SiteReport, 'updated'>) {
  return { total_updated, errors, health, backup, site: { id: site_id, url: site_url, name: site_name } }
}
