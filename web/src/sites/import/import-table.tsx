import { Link } from '@tanstack/react-router'
import { ImportList, messageColumn } from '../../import/import-list.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { adminOf, canImport, type ImportRow, isSiteImported, type SiteRowState, urlOf } from './import-rows.ts'

const stateLabels: Record<SiteRowState, [Tone, string]> = {
  new: ['still', 'Not imported yet'],
  wrong: ['warn', 'Needs correcting'],
  waiting: ['still', 'Waiting'],
  running: ['note', 'Connecting'],
  failed: ['bad', 'Failed'],
  added: ['good', 'Added'],
  connected: ['good', 'Connected'],
  unchanged: ['good', 'Was here already'],
}

const columns: readonly Column<ImportRow>[] = [
  {
    key: 'site',
    title: 'Site',
    primary: true,
    cell: ({ number, fields, siteId }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          {siteId === undefined ? (
            <span className="row-name">{urlOf(fields) || 'No address'}</span>
          ) : (
            <Link to="/sites/$siteId" params={{ siteId: String(siteId) }} className="row-name">
              {urlOf(fields)}
            </Link>
          )}
        </div>
        <div className="soft small">
          Row {number}
          {fields.name && `, ${fields.name}`}
        </div>
      </div>
    ),
  },
  { key: 'admin', title: 'Administrator', cell: ({ fields }) => adminOf(fields) || <span className="soft">–</span> },
  {
    key: 'state',
    title: 'Outcome',
    cell: ({ state }) => (
      <Badge tone={stateLabels[state][0]} dot>
        {stateLabels[state][1]}
      </Badge>
    ),
  },
  messageColumn,
]

const isWrong = ({ state }: ImportRow) => state === 'failed' || state === 'wrong'

export function ImportTable({ rows, onEdit }: { rows: readonly ImportRow[]; onEdit: (row: ImportRow) => void }) {
  return (
    <ImportList
      rows={rows}
      columns={columns}
      isDone={isSiteImported}
      isWrong={isWrong}
      canEdit={canImport}
      onEdit={onEdit}
    />
  )
}
