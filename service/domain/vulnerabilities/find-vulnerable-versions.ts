import type { Db } from '../../platform/database/database.ts'
import { isInRange } from './version-range.ts'
import { listVulnerableRanges } from './vulnerability-store.ts'

/** A version of a plugin or theme, installed or not. */
export interface SoftwareVersion {
  type: string
  /** As installed: `forms/forms.php`. */
  slug: string
  version: string
}

export const versionKey = ({ type, slug, version }: SoftwareVersion) => `${type} ${slug} ${version}`

/** Those of the versions that have a known vulnerability, by `versionKey`. */
export async function findVulnerableVersions(db: Db, versions: readonly SoftwareVersion[]): Promise<Set<string>> {
  if (versions.length === 0) return new Set()
  const known = await listVulnerableRanges(
    db,
    versions.map(({ type }) => type),
    versions.map(folderOf),
  )
  const byItem = Map.groupBy(known, ({ kind, folder }) => `${kind} ${folder}`)
  return new Set(
    versions
      .filter((item) => {
        const entries = byItem.get(`${item.type} ${folderOf(item)}`) ?? []
        return entries.some(({ ranges }) => ranges.some((range) => isInRange(item.version, range)))
      })
      .map(versionKey),
  )
}

/** The name under which sources list an item. */
const folderOf = ({ type, slug }: Pick<SoftwareVersion, 'type' | 'slug'>) =>
  (type === 'plugin' ? (slug.split('/')[0] ?? '').replace(/\.php$/, '') : slug).toLowerCase()
