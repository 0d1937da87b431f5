import { z } from 'zod'
import { FileAnswer, startFile } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { writeCsvPages } from '../../../platform/csv.ts'
import { auditFilterInput, toAuditFilter } from '../audit-filter.ts'
import { kindOf } from '../audit-kinds.ts'
import { linkAuditLines } from '../audit-links.ts'
import { type ListedAuditLine, pagesOfAuditLines } from '../audit-list-store.ts'
import { resultOf } from '../audit-results.ts'

const header = [
  ...['time', 'result', 'outcome', 'operation', 'kind', 'by', 'by_kind', 'user_id', 'key_id', 'address'],
  ...['sites', 'subject', 'request_id', 'line'],
]

export const exportAudit = operation({
  name: 'export-audit',
  summary: 'Export the audit trail as a CSV file, newest first, with the filters of list-audit.',
  effect: 'read',
  permission: 'access.read',
  heavy: true,
  input: z.strictObject(auditFilterInput),
  output: z.unknown(),
  answers: ['file'],
}).does(async (input, { db, actor }) => {
  await linkAuditLines(db, 5)
  const pages = pagesOfAuditLines(db, toAuditFilter(input, actor.limits))
  return new FileAnswer('audit.csv', 'text/csv; charset=utf-8', await startFile(writeCsvPages(header, pages, cellsOf)))
})

function cellsOf(line: ListedAuditLine): string[] {
  const { id, at, outcome, operation, actor_name, actor_kind, user_id, key_id, address, subject, request_id } = line
  const { sites, site_count } = line
  const more = site_count > sites.length ? ` and ${site_count - sites.length} more` : ''
  const names = sites.map(({ name, url }) => name || url).join('; ')
  return [
    ...[at.toISOString(), resultOf(outcome), outcome, operation, kindOf(operation), actor_name, actor_kind],
    ...[String(user_id ?? ''), String(key_id ?? ''), address ?? '', names + more, subject, request_id, String(id)],
  ]
}
