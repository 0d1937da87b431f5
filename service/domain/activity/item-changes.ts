import { randomUUID } from 'node:crypto'
import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { publicError } from '../../operation/each.ts'
import { insertChanges } from './change-store.ts'

/** A change of one item of a site that was made, or attempted, through Flotilla. */
export interface ItemChange {
  /** plugin, theme, post, page, comment, user */
  type: string
  /** The operation. */
  action: string
  /** In the words of the site's own log: "Plugin deleted". Reports count by these words. */
  label: string
  /** The name of the item. */
  item: string
  /** Why it was not done. */
  failure?: { code: string; message: string } | null
}

/** Adds outcomes of items to the change log of the site, in their order. */
export async function recordItemChanges(
  { db, clock, actor, jobId }: Pick<Context, 'db' | 'clock' | 'actor' | 'jobId'>,
  siteId: number,
  changes: readonly ItemChange[],
): Promise<void> {
  const rows = changes.map(({ type, action, label, item, failure }) => ({
    siteId,
    source: 'flotilla' as const,
    key: `item ${randomUUID()}`,
    at: clock.now(),
    ...{ type, action, item: item.slice(0, 200) },
    description: failure ? `${toAttempt(label, failure.code)}: ${item}. ${failure.message}` : `${label}: ${item}`,
    user: actor.name,
    outcome: outcomeOf(failure),
    jobId,
  }))
  await insertChanges(db, rows)
}

function outcomeOf(failure: ItemChange['failure']) {
  if (!failure) return 'done' as const
  return failure.code === 'svc_outcome_unknown' ? ('unknown' as const) : ('failed' as const)
}

/** "Plugin deleted" → "Plugin not deleted", or "Plugin possibly deleted" if that is not known. */
const toAttempt = (label: string, code: string) =>
  label.replace(/^(\w+(?: of a user)?) /, code === 'svc_outcome_unknown' ? '$1 possibly ' : '$1 not ')

type RecordContext = Pick<Context, 'db' | 'clock' | 'actor' | 'jobId' | 'log'>

/** Runs the work. If it throws, the log contains these changes as attempts that failed. */
export async function recordIfFailed<Result>(
  context: RecordContext,
  siteId: number,
  attempts: readonly ItemChange[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    const failure = publicError(asServiceError(thrown))
    await recordItemChanges(
      context,
      siteId,
      attempts.map((attempt) => ({ ...attempt, failure })),
    ).catch((error: unknown) => context.log.warn({ err: error, site_id: siteId }, 'a failed change was not logged'))
    throw thrown
  }
}

/** The same for one change that is done when the work resolves; `isDone` tells whether something changed. */
export async function recordAttempt<Result>(
  context: RecordContext,
  siteId: number,
  change: ItemChange,
  work: () => Promise<Result>,
  isDone: (result: Result) => boolean = () => true,
): Promise<Result> {
  const result = await recordIfFailed(context, siteId, [change], work)
  if (isDone(result)) await recordItemChanges(context, siteId, [change])
  return result
}
