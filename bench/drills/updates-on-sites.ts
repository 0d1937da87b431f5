import type { Database } from '../../service/platform/database/database.ts'
import type { Fleet, Site, UpdateBehaviour } from '../../simulator/index.ts'

/** WordPress, three plugins and a theme. */
export const updatesPerSite = 5
const plugins = ['drill-a/a.php', 'drill-b/b.php', 'drill-c/c.php']
const theme = 'drill-theme'

/** How one item behaves on every n-th site; it succeeds on the others. */
const behaviours: [string, UpdateBehaviour][] = [
  ['drill-a/a.php', 'download-failure'],
  ['drill-b/b.php', 'rollback'],
  ['drill-c/c.php', 'lie'],
  [theme, 'error-after'],
  [theme, 'error-before'],
  ['drill-a/a.php', 'other-version'],
]
const interval = 20

export function prepareSite(site: Site): void {
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  for (const plugin of site.plugins) plugin.offer = null
  for (const file of plugins) site.addPlugin({ file, name: file, version: '1.0', offer: '1.1' })
  site.themes = []
  site.addTheme({ slug: theme, name: 'Drill', version: '1.0', offer: '1.1' })
  site.activeTheme = theme
  site.translations = []
  Object.assign(site.core, { installed: '6.8.1', offered: '6.9' })
  const behaviour = behaviours[site.index % interval]
  if (behaviour) site.onUpdate(...behaviour)
}

interface Row {
  site_url: string
  type: string
  slug: string
  from_version: string
  to_version: string
  result: string
}

/** Every item has one outcome, it matches the site's journal, and the stored pending updates match the site's offers. */
export async function compareWithFleet(db: Database, fleet: Fleet, job: number, calls: Map<number, string[]>) {
  const targets = await db.selectFrom('job_targets').selectAll().where('job_id', '=', job).execute()
  const rows: Row[] = await db.selectFrom('update_history').selectAll().where('job_id', '=', job).execute()
  const pending = await db
    .selectFrom('site_updates')
    .innerJoin('sites', 'sites.id', 'site_id')
    .select(['sites.url as site_url', 'type', 'slug'])
    .execute()
  const [rowsOf, waitingOf] = [Map.groupBy(rows, (row) => row.site_url), Map.groupBy(pending, (row) => row.site_url)]
  const problems = targets.flatMap(({ label, state, leased_by, result }) => {
    const site = fleet.find(label)!
    const recorded = rowsOf.get(label) ?? []
    const report = result as { updated: unknown[]; errors: unknown[] } | null
    const reported = (report?.updated.length ?? 0) + (report?.errors.length ?? 0)
    const expected = report?.errors.length === 0 ? 'succeeded' : 'failed'
    return [
      ...(state === expected && leased_by === null ? [] : [`${label} is ${state}, leased by ${leased_by}`]),
      ...(reported === updatesPerSite ? [] : [`${label} reports ${reported} of ${updatesPerSite} outcomes`]),
      ...compareItems(site, recorded),
      ...comparePending(site, waitingOf.get(label) ?? []),
      ...findUnverifiedRepeats(label, calls.get(site.index) ?? []),
    ]
  })
  if (targets.length !== fleet.sites.length) problems.push(`${targets.length} targets for ${fleet.sites.length} sites`)
  if (rows.length !== fleet.sites.length * updatesPerSite) problems.push(`${rows.length} rows in the history`)
  const installed = rows.filter(({ result }) => result === 'updated').length
  return { installed, takenOver: targets.filter(({ attempts }) => attempts > 1).length, problems }
}

/** The site's journal is the truth: what it installed, once, from which version to which. */
function compareItems(site: Site, rows: readonly Row[]): string[] {
  const effects = site.journal.flatMap((entry) => entry.effects)
  const problems = rows.flatMap(({ type, slug, from_version, to_version, result }) => {
    const subject = type === 'core' ? 'core' : slug
    const installed = effects.filter((effect) => effect.subject === subject && effect.what.endsWith('updated'))
    const recordedChange = result === 'updated' ? [`${from_version} to ${to_version}`] : []
    const siteChange = installed.map(({ from, to }) => `${from} to ${to}`)
    if (result === 'running' || result === 'unknown') return [`${site.url} ${slug} is ${result}`]
    return String(recordedChange) === String(siteChange)
      ? []
      : [`${site.url} ${slug}: recorded ${result} ${recordedChange}, installed ${siteChange}`]
  })
  const items = new Set(rows.map(({ type, slug }) => `${type} ${slug}`))
  if (items.size !== updatesPerSite || rows.length !== updatesPerSite)
    problems.push(`${site.url} has ${rows.length} outcomes of ${items.size} items`)
  return problems
}

/** The stored pending updates are those the site still offers. */
function comparePending(site: Site, stored: readonly { type: string; slug: string }[]): string[] {
  const offered = [
    ...plugins.filter((file) => site.plugin(file)!.offer !== null).map((file) => `plugin ${file}`),
    ...(site.theme(theme)!.offer ? [`theme ${theme}`] : []),
    ...(site.core.offered === null || site.core.offered === site.core.installed ? [] : ['core wordpress']),
  ].sort()
  const pendingItems = stored.map(({ type, slug }) => `${type} ${slug}`).sort()
  return String(offered) === String(pendingItems) ? [] : [`${site.url} offers ${offered}, stored are ${pendingItems}`]
}

/** Between two changing calls the site must have been read. */
function findUnverifiedRepeats(label: string, calls: readonly string[]): string[] {
  const relevant = calls.filter((name) => name.startsWith('upgrade') || name === 'stats')
  const unverified = relevant.some((name, index) => name !== 'stats' && index > 0 && relevant[index - 1] !== 'stats')
  return unverified ? [`${label} was changed twice without a read in between`] : []
}
