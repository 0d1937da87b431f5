import { actorName } from '../activity/actor-name.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconUpload } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { backupTexts } from './backup-texts.ts'
import { byteText } from './byte-text.ts'

type Backup = RowOf<'list-service-backups'>

const columns: Column<Backup>[] = [
  { key: 'name', title: backupTexts.name, primary: true, cell: ({ name }) => name },
  { key: 'status', title: backupTexts.status, cell: (backup) => <State backup={backup} /> },
  { key: 'size', title: backupTexts.size, number: true, cell: ({ size }) => (size === null ? '–' : byteText(size)) },
  { key: 'started', title: backupTexts.time, cell: ({ started_at }) => <RelativeTime at={started_at} /> },
  { key: 'by', title: backupTexts.startedBy, cell: ({ started_by }) => actorName(started_by) },
]

export function BackupHistory() {
  const state = useTableState({})
  const query = useList('list-service-backups', pagingOf(state), { every: 15_000 })
  return (
    <>
      <h2 className="section-title">{backupTexts.history}</h2>
      <DataTable
        name="service-backups"
        label={backupTexts.history}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        empty={() => (
          <EmptyState icon={IconUpload} title={backupTexts.noBackups}>
            {backupTexts.noBackupsHint}
          </EmptyState>
        )}
      />
    </>
  )
}

function State({ backup: { status, failure, deleted_at } }: { backup: Backup }) {
  if (status === 'running') return <Badge tone="note">{backupTexts.running}</Badge>
  if (status === 'failed')
    return (
      <>
        <Badge tone="bad">{backupTexts.attemptFailed}</Badge> <span className="small">{sentence(failure ?? '')}</span>
      </>
    )
  return deleted_at === null ? (
    <Badge tone="good">{backupTexts.done}</Badge>
  ) : (
    <Badge tone="still">{backupTexts.deleted}</Badge>
  )
}
