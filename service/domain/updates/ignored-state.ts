import type { Db } from '../../platform/database/database.ts'
import { type IgnorableType, type IgnoreAction, nameOfEveryItem } from './ignored.ts'
import { type Rule, rulesForSite } from './ignored-store.ts'

/** What is ignored on a site after a change. */
export interface IgnoredState {
  /** Items that the site itself ignores, in one version or all. */
  slugs: string[]
  /** The site ignores everything of the type. */
  all: boolean
  /** Something of the type is ignored there, by the site or by a rule for every site. */
  any: boolean
  notes: string[]
}

export async function ignoredState(
  db: Db,
  siteId: number,
  { type, slugs, action }: { type: IgnorableType; slugs: readonly string[]; action: IgnoreAction },
): Promise<IgnoredState> {
  const rules = await rulesForSite(db, siteId, type)
  const own = rules.filter(({ site_id }) => site_id !== null)
  return {
    slugs: [...new Set(own.flatMap(({ slug }) => slug ?? []))],
    all: own.some(({ slug }) => slug === null),
    any: rules.length > 0,
    // Taken back and still hidden would look like a lie.
    notes: action === 'ignore' ? [] : rules.filter((rule) => concerns(rule, slugs)).map((rule) => noteOn(rule, type)),
  }
}

const concerns = ({ slug }: Rule, slugs: readonly string[]) =>
  slug === null || slugs.length === 0 || slugs.includes(slug)

function noteOn({ site_id, slug, version }: Rule, type: IgnorableType): string {
  const what = slug === null ? nameOfEveryItem[type] : version === null ? slug : `${slug} ${version}`
  const where = site_id === null ? 'on every site' : 'on this site'
  return `${what} ${slug === null && type !== 'core' ? 'are' : 'is'} still ignored ${where}.`
}
