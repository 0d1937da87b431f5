import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import { findVulnerableVersions, versionKey } from '../vulnerabilities/index.ts'
import { countCoreSteps, listRollbackSteps, type RollbackSelection, type RollbackStep } from './rollback-store.ts'

/** Listed at most; `count` counts all. */
const maxListed = 1_000
const sites = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'site' : 'sites'}`

/** What a rollback would do; from stored data, no site is called. */
export async function planRollback(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  selection: RollbackSelection,
  allowedVulnerable: readonly string[],
): Promise<Plan> {
  const steps = await listRollbackSteps(db, selection, clock.now())
  const vulnerable = await findVulnerableVersions(db, distinctVersions(steps))
  const planned = steps.map(({ items, run: _, ...step }) => ({
    ...step,
    items: items.map(({ type, slug, name, from, to, hasCopy }) => {
      const isVulnerable = vulnerable.has(versionKey({ type, slug, version: from }))
      const isRefused = isVulnerable && !allowedVulnerable.includes(slug)
      const source = isRefused ? 'none' : hasCopy && !isVulnerable ? 'guard' : 'directory'
      return { type, slug, name, from: to, to: from, source, isVulnerable, message: describeSource(source, name, from) }
    }),
  }))
  const items = planned.flatMap((step) => step.items)
  const core = await countCoreSteps(db, selection)
  const count = (isCounted: (item: (typeof items)[number]) => boolean) => items.filter(isCounted).length
  const isRefused = ({ source }: (typeof items)[number]) => source === 'none'
  const warnings = [
    'Changes that the new versions made in the databases of the sites are not undone.',
    ...(core > 0 ? [`WordPress itself cannot be rolled back (${sites(core)}).`] : []),
    ...(count(isRefused) > 0
      ? ['Some old versions have a known vulnerability. They are skipped unless a person allows them by name.']
      : []),
    ...(count(({ source }) => source === 'directory') > 0
      ? [
          'Versions from the public directory are installed only where the copy on the site is known to come from there, or a person confirms it.',
        ]
      : []),
  ]
  return {
    would_affect: planned.slice(0, maxListed).map((step) => ({
      ...step,
      items: step.items.map(({ isVulnerable: _, ...item }) => item),
    })),
    count: planned.length,
    warnings,
    summary: {
      sites: planned.length,
      items: items.length,
      from_guard: count(({ source }) => source === 'guard'),
      from_directory: count(({ source }) => source === 'directory'),
      impossible: count(isRefused),
      vulnerable: count(({ isVulnerable }) => isVulnerable),
    },
  }
}

function describeSource(source: 'guard' | 'directory' | 'none', name: string, version: string): string {
  if (source === 'guard') return 'From the copy that the guard made before the update.'
  if (source === 'none') return `${name} ${version} has a known vulnerability.`
  return 'From the public directory of WordPress.'
}

function distinctVersions(steps: readonly RollbackStep[]) {
  const all = steps.flatMap(({ items }) => items.map(({ type, slug, from: version }) => ({ type, slug, version })))
  return [...new Map(all.map((item) => [versionKey(item), item])).values()]
}
