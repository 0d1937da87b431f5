import { type ReactNode, useState } from 'react'
import { useCan } from '../api/session.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/describe-count.ts'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { EditRowDialog } from './edit-row-dialog.tsx'
import { ImportList, messageColumn } from './import-list.tsx'
import { ImportSource, whyNot } from './import-source.tsx'
import { readSheet } from './read-csv.ts'
import { canEdit, isDone, isReady, isWrong, type TableRow } from './table-rows.ts'
import type { TableOperation, useTableImport } from './use-table-import.ts'

const looks: Record<Exclude<TableRow['state'], 'new'>, [Tone, string]> = {
  wrong: ['warn', 'Needs correcting'],
  running: ['note', 'Importing'],
  failed: ['bad', 'Failed'],
  added: ['good', 'Added'],
  updated: ['good', 'Changed'],
}

function RowOutcome({ row: { state, planned } }: { row: TableRow }) {
  const plans = planned === undefined ? 'Not looked at yet' : planned === 'add' ? 'Will be added' : 'Will be changed'
  const [tone, word] = state === 'new' ? (['still', plans] as const) : looks[state]
  return (
    <Badge tone={tone} dot>
      {word}
    </Badge>
  )
}

/** A list of things, looked at by the service before anything is done: what is good goes in, the rest is corrected here. */
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
  /** What a row is: "client". */
  noun: string
  /** Columns that say who or what a row is, the best first. */
  names: readonly string[]
  example: string
  /** What the columns mean. */
  help: ReactNode
  choices?: ReactNode
  table: ReturnType<typeof useTableImport>
  /** The way on when something is in. */
  done: ReactNode
}) {
  const can = useCan()
  const { columns, rows, busy, problem, take, edit, start } = table
  const [editing, setEditing] = useState<TableRow | null>(null)
  const ready = rows.filter(isReady)
  const wrong = rows.filter(isWrong)
  const finished = rows.filter(isDone)
  const titleOf = ({ fields }: TableRow) => {
    const known = Object.entries(fields).map(([name, cell]) => [name.toLowerCase(), cell] as const)
    return names.map((name) => known.find(([title]) => title === name)?.[1]).find(Boolean) ?? `No ${names[0]}`
  }
  const listed: readonly Column<TableRow>[] = [
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
  const takeText = (text: string) => {
    const sheet = readSheet(text)
    const refusal = whyNot(sheet.rows.length, noun)
    if (refusal === null) take(sheet)
    return refusal
  }
  const saved = (fields: TableRow['fields'], again: boolean) => void edit(editing!.number, fields, again)
  return (
    <>
      <PageHeader
        title={`Import ${noun}s`}
        actions={
          rows.length > 0 &&
          busy === null && (
            <>
              <Button onClick={() => take({ columns: [], rows: [] })}>Another list</Button>
              {ready.length > 0 && problem === null && (
                <Button tone="primary" icon={IconUpload} onClick={() => void start()}>
                  Import {counted(ready.length, noun)}
                </Button>
              )}
            </>
          )
        }
      >
        {rows.length === 0
          ? 'From a spreadsheet, or from an export that was changed by hand.'
          : `${counted(rows.length, 'row')} in the list, ${finished.length.toLocaleString()} imported.`}
      </PageHeader>
      {!can(operation) ? (
        <EmptyState icon={IconUpload} title="Your role only looks">
          Ask a manager or an administrator to import {noun}s.
        </EmptyState>
      ) : rows.length === 0 ? (
        <ImportSource example={example} onText={takeText} choices={choices}>
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
            isDone={isDone}
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
