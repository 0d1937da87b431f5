import type { ComponentProps } from 'react'
import { DataTable } from '../ui/table/data-table.tsx'
import { type AuditLine, auditColumns } from './audit-columns.tsx'
import { auditTexts } from './audit-texts.ts'

type Props = Pick<ComponentProps<typeof DataTable<AuditLine>>, 'query' | 'state' | 'filters' | 'empty'>

/** Loaded after the page: the labels of all settings are large. */
export default function AuditTable(props: Props) {
  return (
    <DataTable
      name="audit-lines"
      label={auditTexts.title}
      columns={auditColumns}
      rowId={({ id }: AuditLine) => id}
      {...props}
    />
  )
}
