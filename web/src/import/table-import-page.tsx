import { type ReactNode, useState } from 'react'
import { useCan } from '../api/session.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { EditRowDialog } from './edit-row-dialog.tsx'
import { ImportList, messageColumn } from './import-list.tsx'
import { ImportSource, listProblem } from './import-source.tsx'
import { sheetOf } from './sheet.ts'
import { canEdit, isImported, isReady, isWrong, type ListRow } from './table-rows.ts'
import type { TableOperation, useTableImport } from './use-table-import.ts'

const stateLabels: Record<Exclude<ListRow['state'], 'new'>, [Tone, string]> = {
  wrong: ['warn', 'Needs correcting'],
  running: ['note', 'Importing'],
  failed: ['bad', 'Failed'],
  added: ['good', 'Added'],
  updated: ['good', 'Changed'],
}

function RowOutcome({ row: { state, planned } }: { row: ListRow }) {
  const plans = planned === undefined ? 'Not looked at yet' : planned === 'add' ? 'Will be added' : 'Will be changed'
  const [tone, label] = state === 'new' ? (['still', plans] as const) : stateLabels[state]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** Imports a list: the service checks all rows first, valid rows are imported, the others are corrected here. */
export function TableImportPage({
  operation,
  noun,
  names,
  example,
  help,
  choices,
  table,
  done,
}: {
  operation: TableOperation
  /** A row is one of these: "client". */
  noun: string
  /** Columns that name a row, in order of preference. */
  names: readonly string[]
  example: string
  /** Describes the columns. */
  help: ReactNode
  choices?: ReactNode
  table: ReturnType<typeof useTableImport>
  /** Shown after an import, with a link to the result. */
  done: ReactNode
}) {
  const can = useCan()
  const { columns, rows, busy, problem, loadRows, edit, start } = table
  const [editing, setEditing] = useState<ListRow | null>(null)
  const ready = rows.filter(isReady)
  const wrong = rows.filter(isWrong)
  const finished = rows.filter(isImported)
  const titleOf = ({ fields }: ListRow) => {
    const known = Object.entries(fields).map(([name, cell]) => [name.toLowerCase(), cell] as const)
    return names.map((name) => known.find(([title]) => title === name)?.[1]).find(Boolean) ?? `No ${names[0]}`
  }
  const listed: readonly Column<ListRow>[] = [
    {
      key: 'row',
      title: noun.charAt(0).toUpperCase() + noun.slice(1),
      primary: true,
      cell: (row) => (
        <div style={{ minWidth: 0 }}>
          <div className="cut row-name">{titleOf(row)}</div>
          <div className="soft small">Row {row.number}</div>
        </div>
      ),
    },
    { key: 'state', title: 'Outcome', cell: (row) => <RowOutcome row={row} /> },
    messageColumn,
  ]
  const loadCells = (cells: string[][]) => {
    const sheet = sheetOf(cells)
    const refusal = listProblem(sheet.rows.length, noun)
    if (refusal === null) loadRows(sheet)
    return refusal
  }
  const saved = (fields: ListRow['fields'], again: boolean) => void edit(editing!.number, fields, again)
  return (
    <>
      <PageHeader
        title={`Import ${noun}s`}
        actions={
          rows.length > 0 &&
          busy === null && (
            <>
              <Button onClick={() => loadRows({ columns: [], rows: [] })}>Another list</Button>
              {ready.length > 0 && problem === null && (
                <Button tone="primary" icon={IconUpload} onClick={() => void start()}>
                  Import {describeCount(ready.length, noun)}
                </Button>
              )}
            </>
          )
        }
      >
        {rows.length === 0
          ? 'From a spreadsheet, or from an export that was changed by hand.'
          : `${describeCount(rows.length, 'row')} in the list, ${finished.length.toLocaleString()} imported.`}
      </PageHeader>
      {!can(operation) ? (
        <EmptyState icon={IconUpload} title="Your role only looks">
          Ask a manager or an administrator to import {noun}s.
        </EmptyState>
      ) : rows.length === 0 ? (
        <ImportSource example={example} onCells={loadCells} choices={choices}>
          {help}
        </ImportSource>
      ) : (
        <>
          {busy !== null && (
            <p className="line" role="status">
              <span className="spinner" /> {busy === 'looking' ? 'Looking at the list …' : 'Importing …'}
            </p>
          )}
          {problem && <Notice tone="bad">{problem.message}</Notice>}
          {busy === null && wrong.length > 0 && (
            <Notice tone="warn">
              {wrong.length === 1
                ? 'One row cannot be imported as it stands.'
                : `${wrong.length.toLocaleString()} rows cannot be imported as they stand.`}{' '}
              Edit what is wrong; the other rows do not have to wait.
            </Notice>
          )}
          {busy === null && finished.length > 0 && <Notice tone="good">{done}</Notice>}
          <ImportList
            rows={rows}
            columns={listed}
            isDone={isImported}
            isWrong={isWrong}
            canEdit={(row) => busy === null && canEdit(row)}
            onEdit={setEditing}
          />
        </>
      )}
      {editing && (
        <EditRowDialog
          row={editing}
          names={columns}
          busy={busy !== null}
          onClose={() => setEditing(null)}
          onSave={saved}
        />
      )}
    </>
  )
}
