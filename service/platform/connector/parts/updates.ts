import type { ChildSite, How } from '../child-site.ts'
import { determineUpdateOutcome, type UpdateReport } from '../outcomes.ts'
import { maxLength } from '../reading/limits.ts'
import { checkedSlugs } from '../reading/slugs.ts'
import { line, plainText } from '../reading/text.ts'
import { asMap, isMap, keyword, readBoolean, type WireMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import { changeAndVerify, readParts } from './change.ts'
import type { Kit } from './kit.ts'
import type { Outcomes } from './plugins.ts'

/** An item to update. Without its installed version the site is read first, since only a change proves success. */
export interface UpdateItem {
  slug: string
  version?: string | null | undefined
}

export interface UpdateCalls {
  /** All items of a site in one call: after each call the site queries wordpress.org again. */
  updatePlugins(site: ChildSite, items: readonly UpdateItem[], how?: How): Promise<Outcomes>
  updateThemes(site: ChildSite, items: readonly UpdateItem[], how?: How): Promise<Outcomes>
}

/** Security too: its checks report outdated software, and are rarely read otherwise. */
const shownBy = {
  plugin: ['plugins', 'pluginUpdates', 'security'],
  theme: ['themes', 'themeUpdates', 'security'],
} as const

export function updateCalls(kit: Kit): UpdateCalls {
  async function update(
    kind: 'plugin' | 'theme',
    site: ChildSite,
    given: readonly UpdateItem[],
    how?: How,
  ): Promise<Outcomes> {
    const slugs = checkedSlugs(
      kind,
      given.map(({ slug }) => slug),
    )
    return kit.locks.hold(site.id, async () => {
      const known = await versionsBefore(kind, site, given, how)
      const call = {
        function: 'upgradeplugintheme',
        fields: { type: kind, list: slugs.join(',') },
        deadline: 'update',
      } as const
      // While files are being replaced the item is missing; that is not yet a change of version.
      const isUpdated = (snapshot: SiteSnapshot, slug: string) => {
        const now = installed(kind, snapshot, slug)?.version ?? null
        return now !== null && now !== known.get(slug)
      }
      const happened = (snapshot: SiteSnapshot) => slugs.every((slug) => isUpdated(snapshot, slug))
      const aftermath = await changeAndVerify(kit, site, { call, shownBy: shownBy[kind], happened }, how)
      const { reply, failure, snapshot } = aftermath
      const items = slugs.map((slug) => {
        const seen = snapshot && (installed(kind, snapshot, slug) ?? null)
        return determineUpdateOutcome({
          slug,
          known: known.get(slug) ?? null,
          report: reportOn(reply, slug),
          failure,
          seen,
        })
      })
      return { items, ...(snapshot && { snapshot }) }
    })
  }

  async function versionsBefore(kind: 'plugin' | 'theme', site: ChildSite, items: readonly UpdateItem[], how?: How) {
    const versions = new Map(items.map((item) => [item.slug, item.version ?? null]))
    if (items.every((item) => item.version)) return versions
    const before = await readParts(kit, site, [`${kind}s`], how)
    for (const slug of versions.keys()) versions.set(slug, installed(kind, before, slug)?.version ?? null)
    return versions
  }

  return {
    updatePlugins: (site, items, how) => update('plugin', site, items, how),
    updateThemes: (site, items, how) => update('theme', site, items, how),
  }
}

function installed(kind: 'plugin' | 'theme', snapshot: SiteSnapshot, slug: string) {
  const list: { slug: string; name: string; version: string | null }[] = snapshot[`${kind}s`] ?? []
  return list.find((item) => item.slug === slug)
}

/** The report of the site about one item; `upgrades` is useless, it is true for things that do not exist. */
export function reportOn(reply: WireMap, slug: string): UpdateReport | undefined {
  const other = asMap(reply.other_data)
  const data = asMap(other.updated_data)[slug]
  if (!isMap(data)) return undefined
  const codes = asMap(other.upgrade_error_codes)[slug]
  return {
    name: line(data.name, maxLength.name),
    success: readBoolean(data.success),
    oldVersion: shownVersion(data.old_version),
    version: shownVersion(data.version),
    error: plainText(data.error, maxLength.message),
    wordpressCodes:
      typeof codes === 'string'
        ? codes
            .slice(0, 500)
            .split(',')
            .map((code) => keyword(code.trim()))
            .filter(Boolean)
        : [],
    rolledBack: readBoolean(data.rollback),
  }
}
