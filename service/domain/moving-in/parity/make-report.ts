import type { Context } from '../../../operation/context.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isMonitoringOn } from '../import/import-settings.ts'
import { findMovedIds } from '../import/move-in-store.ts'
import type { FactKind } from '../import/read-facts.ts'
import {
  compareClientRow,
  compareCostRow,
  compareMonitorRow,
  compareTagRow,
  type MonitorDefaults,
} from './compare-rows.ts'
import { type Comparison, compareSite, different, type MovedIds } from './compare-sites.ts'
import { type Difference, type FactRow, type FieldCount, listFacts, replaceReport } from './facts-store.ts'
import { listPresentRows, listPresentSites } from './present-store.ts'

/** Differences that are stored; the counts are of all. */
const maxDifferences = 20_000
const pageSize = 200

const rowComparers = {
  client: compareClientRow,
  tag: compareTagRow,
  cost: compareCostRow,
  monitor: compareMonitorRow,
} as const

type Compare = (row: FactRow & { new_id: number }) => Comparison[] | undefined

/** Compares what an export file says with what is here now, and stores the result in place of the last one. */
export async function makeReport(
  { clock, actor, settings }: Pick<Context, 'clock' | 'actor' | 'settings'>,
  trx: Db,
  source: string,
): Promise<void> {
  const ids = { clients: await findMovedIds(trx, source, 'client'), tags: await findMovedIds(trx, source, 'tag') }
  const report = new Report()
  const [dashboard] = await listFacts(trx, source, 'dashboard', 0, 1)
  const isOnThere = dashboard?.fields.monitored_by_default
  const defaults = {
    isOnThere: typeof isOnThere === 'boolean' ? isOnThere : undefined,
    isOnHere: isMonitoringOn(settings),
  }
  for (const kind of ['site', 'client', 'tag', 'cost', 'monitor'] as const)
    for await (const facts of pagesOfFacts(trx, source, kind))
      report.add(kind, facts, await comparerOf(trx, kind, facts, { ...ids, defaults }))
  const seconds = dashboard?.fields.exported_at
  await replaceReport(
    trx,
    {
      ...{ source, made_at: clock.now(), made_by: actor.name, by_field: report.counts },
      // Until the year 2999, since the file is hostile.
      exported_at:
        typeof seconds === 'number' && seconds > 0 && seconds < 32_503_680_000 ? new Date(seconds * 1000) : null,
    },
    report.differences,
  )
}

async function* pagesOfFacts(trx: Db, source: string, kind: FactKind): AsyncGenerator<FactRow[]> {
  const yielder = new Yielder()
  for (let after = 0; ; ) {
    const rows = await listFacts(trx, source, kind, after, pageSize)
    if (rows.length === 0) return
    after = rows.at(-1)?.old_id ?? after
    yield rows
    await yielder.next()
  }
}

async function comparerOf(
  trx: Db,
  kind: 'site' | keyof typeof rowComparers,
  facts: FactRow[],
  known: MovedIds & { defaults: MonitorDefaults },
): Promise<Compare> {
  const newIds = facts.flatMap(({ new_id }) => new_id ?? [])
  if (kind === 'site') {
    const sites = new Map((await listPresentSites(trx, newIds)).map((site) => [site.id, site]))
    return ({ new_id, fields }) => {
      const here = sites.get(new_id)
      return here && compareSite(fields, here, known)
    }
  }
  const rows = new Map((await listPresentRows(trx, kind, newIds)).map((row) => [row.id, row]))
  return ({ new_id, fields }) => {
    const here = rows.get(new_id)
    return here && rowComparers[kind](fields, here, known.defaults)
  }
}

class Report {
  readonly differences: Difference[] = []
  private readonly byField = new Map<string, FieldCount>()

  get counts(): FieldCount[] {
    return [...this.byField.values()]
  }

  add(kind: FactKind, facts: readonly FactRow[], compare: Compare): void {
    for (const fact of facts) {
      const { old_id, new_id, fields } = fact
      const compared = new_id === null ? undefined : compare({ ...fact, new_id })
      const comparisons = compared ?? [missing(kind, new_id)]
      const name = typeof fields.name === 'string' ? fields.name : ''
      for (const comparison of comparisons) {
        this.count(kind, comparison)
        if (comparison.result !== 'same' && this.differences.length < maxDifferences)
          this.differences.push({ kind, old_id, new_id: compared ? new_id : null, name, ...comparison })
      }
    }
  }

  private count(kind: FactKind, { field, result }: Comparison): void {
    const key = `${kind} ${field}`
    const counts = this.byField.get(key) ?? { kind, field, same: 0, different: 0, unknown: 0 }
    counts[result]++
    this.byField.set(key, counts)
  }
}

const missing = (kind: FactKind, newId: number | null): Comparison =>
  different(
    'row',
    'exists',
    'missing',
    newId === null
      ? 'It was not imported.'
      : kind === 'monitor'
        ? 'The site has no monitor here.'
        : 'It was deleted here.',
  )
