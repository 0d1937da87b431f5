import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { currencyActions, decideCurrency } from '../import/currency.ts'
import { decide, summarizeDecisions } from '../import/decide.ts'
import { countMonitoredSites, isMonitoringOn, movedInterval } from '../import/import-settings.ts'
import { findMoveIn, listRecordHeads } from '../import/move-in-store.ts'
import { moveInNotFound } from '../moving-in-errors.ts'

const KindPlan = z.object({ create: z.int(), merge: z.int(), skip: z.int(), ids_kept: z.int() })
const listed = 200

export const getMoveIn = operation({
  name: 'get-move-in',
  summary:
    'Show an uploaded export file and what its import would do: rows to create, rows that are here already, rows that are skipped with the reason, sites without a key.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({ move_in_id: z.int().min(1) }),
  output: z.object({
    move_in_id: z.int(),
    state: z.enum(['receiving', 'received', 'imported']),
    source: z.string(),
    created_by: z.string(),
    created_at: timestamp,
    job_id: z.string().nullable(),
    plan: z
      .object({
        sites: KindPlan,
        clients: KindPlan,
        tags: KindPlan,
        costs: KindPlan,
        sites_without_key: z.int(),
        skipped: z.array(z.object({ type: z.string(), old_id: z.int(), name: z.string(), reason: z.string() })),
        monitors: z
          .object({ on: z.int(), off: z.int() })
          .describe(
            'Of the sites to create: monitored here after the import, and not monitored because they are not there.',
          ),
        monitor_interval_minutes: z
          .int()
          .nullable()
          .describe(
            'The interval of all monitors there: monitors without one of their own get it. null: not known, or the same as here.',
          ),
        currency: z
          .object({ there: z.string(), here: z.string(), action: z.enum(currencyActions) })
          .nullable()
          .describe(
            'Of the prices: set changes the currency here, keep leaves it and the numbers of the prices as they are. null: no costs, or not known.',
          ),
        rest_keys: z
          .array(z.string())
          .describe('Scripts with these keys need a new one: only hashes of them are stored.'),
      })
      .nullable(),
  }),
}).does(async ({ move_in_id }, { db, settings, clock }) => {
  const moveIn = await findMoveIn(db, move_in_id)
  if (!moveIn) throw moveInNotFound(move_in_id)
  const { state, source, created_by, created_at, job_id } = moveIn
  const head = { move_in_id, state, source, created_by, created_at: isoTime(created_at) }
  const job = { job_id: job_id === null ? null : String(job_id) }
  if (state !== 'received') return { ...head, ...job, plan: null }
  const decisions = await decide(db, moveIn)
  const skipped = (['sites', 'clients', 'tags', 'costs'] as const).flatMap((type) =>
    decisions[type].flatMap(({ oldId, label, reason }) =>
      reason ? [{ type, old_id: oldId, name: label, reason }] : [],
    ),
  )
  const plan = {
    ...(await summarizeDecisions(db, decisions)),
    sites_without_key: decisions.sites.filter(({ action, hasKey }) => action !== 'skip' && !hasKey).length,
    skipped: skipped.slice(0, listed),
    monitors: await countMonitoredSites(db, moveIn, decisions.sites, isMonitoringOn(settings)),
    monitor_interval_minutes: movedInterval({ settings, clock }, moveIn),
    currency: await decideCurrency(db, moveIn, decisions.costs),
    rest_keys: (await listRecordHeads(db, move_in_id, 'rest-key')).slice(0, listed).map(({ label }) => label),
  }
  return { ...head, ...job, plan }
})
