import type { Db } from '../../platform/database/database.ts'
import type { ApprovalLine } from './verify-approvals.ts'

/** When the first line that is left was written, if earlier ones were removed. */
export async function findTrailBegin(db: Db): Promise<Date | null> {
  const first = await db.selectFrom('audit_lines').select(['id', 'at']).orderBy('id').limit(1).executeTakeFirst()
  return first && first.id > 1 ? first.at : null
}

/** Lines of the audit trail about approvals, in their order. */
export const listApprovalLines = (db: Db, after: number, limit: number): Promise<ApprovalLine[]> =>
  db
    .selectFrom('audit_lines')
    .select(['id as line', 'at', 'operation', 'outcome', 'subject'])
    .where('operation', 'in', ['approve-call', 'use-approval'])
    .where('outcome', '=', 'ok')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
