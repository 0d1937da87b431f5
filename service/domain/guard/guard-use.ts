import type { Context } from '../../operation/context.ts'
import type { How } from '../../platform/connector/child-site.ts'
import type { SiteRow } from '../sites/index.ts'
import type { GuardRow } from './guard-store.ts'

export interface GuardOptions {
  how?: How
}

export const guardIdsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
export const guardSlugsOf = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug)

/** Every use of a guard has a line in the audit trail, also one that failed or did not end. */
export async function callAndAudit<T>(
  { audit, actor }: Context,
  site: SiteRow,
  operation: string,
  slugs: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const call = { actor, requestId: operation, operation, subject: describeUse(site.id, slugs) }
  const openCall = await audit.open(call)
  try {
    const result = await work()
    await audit.record({ ...call, outcome: 'ok' }, { openCall })
    return result
  } catch (error) {
    await audit.record({ ...call, outcome: codeOf(error) }, { openCall })
    throw error
  }
}

/** What a guard did by itself. */
export function recordUse({ audit, actor }: Context, { site_id, slug }: GuardRow, operation: string): Promise<void> {
  return audit.record({ actor, requestId: operation, operation, subject: describeUse(site_id, [slug]), outcome: 'ok' })
}

const describeUse = (siteId: number, slugs: readonly string[]) =>
  JSON.stringify({ site_id: siteId, slugs: slugs.slice(0, 20) })

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'svc_internal_error'
