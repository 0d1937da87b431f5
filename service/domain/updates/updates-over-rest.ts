import type { UpdateType } from './update.ts'
import type { Summary, UpdateEntry } from './update-entry.ts'

/** How available updates look over REST: by site, kind and slug, as clients of the established product read them. */
interface Described extends Omit<UpdateEntry, 'first_seen_at'> {
  site_id: number
  first_seen_at: string
  url: string
  tested_with: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}
interface Listed {
  updates: Described[]
  types: string[]
  summary: Summary
}
type Kinds = Record<string, unknown>

/** Data keyed by the site's number. */
export function showUpdatesBySite({ updates, types }: Listed): Record<number, Kinds> {
  const bySite = Map.groupBy(updates, ({ site_id }) => site_id)
  return Object.fromEntries([...bySite].map(([siteId, own]) => [siteId, kindsOf(own, types)]))
}

export const showUpdatesOfSite = ({ updates, types }: Listed): Kinds => kindsOf(updates, types)

export const besideUpdates = ({ summary }: Listed) => ({ summary })

function kindsOf(updates: readonly Described[], types: readonly string[]): Kinds {
  const of = (type: UpdateType) => updates.filter((update) => update.type === type)
  const bySlug = (type: UpdateType) => Object.fromEntries(of(type).map((update) => [update.slug, softwareOf(update)]))
  const kinds: [UpdateType, string, () => unknown][] = [
    ['core', 'wp', () => coreOf(of('core')[0])],
    ['plugin', 'plugins', () => bySlug('plugin')],
    ['theme', 'themes', () => bySlug('theme')],
    ['translation', 'translations', () => of('translation').map(translationOf)],
  ]
  return Object.fromEntries(kinds.filter(([type]) => types.includes(type)).map(([, key, show]) => [key, show()]))
}

const coreOf = (update: Described | undefined) =>
  update ? { current: update.current_version, new: update.new_version, step: update.step } : {}

const softwareOf = (update: Described) => ({
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

const translationOf = ({ translates, slug, language, current_version, name }: Described) => ({
  type: translates,
  slug,
  language,
  version: current_version,
  name,
})
