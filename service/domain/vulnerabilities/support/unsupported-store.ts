import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import { fetchPage } from '../../../platform/database/listing.ts'
import { siteIsVisible } from '../../sites/index.ts'
import { type SupportedProgram, supportOf } from './supported-versions.ts'

const columns = { php: 'php_version', wordpress: 'wp_version' } as const

/** The versions that visible sites have, with the number of their sites: a few dozen rows. */
const listVersions = (db: Db, program: SupportedProgram, limits: Limits | null) =>
  queryRows(
    db,
    sql<{ version: string; sites: number }>`
      select ${sql.ref(columns[program])} as version, count(*)::integer as sites from sites
      where ${sql.ref(columns[program])} <> '' and ${siteIsVisible('sites', limits)} group by 1 order by 1 limit 10000`,
  )

export async function countUnsupportedSites(
  db: Db,
  limits: Limits | null,
  now: Date,
): Promise<Record<SupportedProgram, number>> {
  const count = async (program: SupportedProgram) =>
    (await listVersions(db, program, limits))
      .filter(({ version }) => supportOf(program, version, now).state === 'ended')
      .reduce((sum, { sites }) => sum + sites, 0)
  return { php: await count('php'), wordpress: await count('wordpress') }
}

export interface UnsupportedRow {
  site_id: number
  site_name: string
  site_url: string
  what: SupportedProgram
  version: string
}

/** Sites with a version that has ended or ends soon. */
export async function listUnsupportedSites(
  db: Database,
  programs: readonly SupportedProgram[],
  limits: Limits | null,
  now: Date,
  page: { page: number; perPage: number },
): Promise<{ rows: UnsupportedRow[]; total: number }> {
  const parts: Fragment[] = []
  for (const program of programs) {
    const versions = (await listVersions(db, program, limits)).map(({ version }) => version)
    const listed = versions.filter((version) => ['ended', 'ends_soon'].includes(supportOf(program, version, now).state))
    parts.push(sql`select id as site_id, name as site_name, url as site_url, ${program}::text as what,
      ${sql.ref(columns[program])} as version from sites
      where ${sql.ref(columns[program])} = any (${listed}::text[]) and ${siteIsVisible('sites', limits)}`)
  }
  const found = sql`(${sql.join(parts, sql` union all `)}) as found`
  return fetchPage<UnsupportedRow>(
    db,
    { columns: sql`*`, from: found, orderBy: sql`what, version, site_name, site_id`, versions: [] },
    [],
    page,
  )
}
