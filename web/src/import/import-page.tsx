import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { OutputOf } from '../../../contract/client.ts'
import { call } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconDownload, IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { ColumnStep } from './column-step.tsx'
import { ImportJobProgress } from './import-job-progress.tsx'
import { isDone } from './import-rows.ts'
import { importTexts } from './import-texts.ts'
import { PlanSummary } from './plan-summary.tsx'
import { ResultList } from './result-list.tsx'
import { SourceStep } from './source-step.tsx'
import type { SourceTable } from './table-source.ts'
import { type ImportChoices, type ImportKind, importOperations, useImport } from './use-import.ts'
import { WrongRows } from './wrong-rows.tsx'
import './import.css'

export type ImportField = OutputOf<'describe-import'>['fields'][number]

const inLanguage = (field: ImportField): ImportField => ({
  ...field,
  label: sentence(field.label),
  hint: field.hint && sentence(field.hint),
})

/** Imports a table in three steps: the table, its columns, the plan. Wrong rows are corrected here; nothing is lost. */
export function ImportPage({
  kind,
  title,
  intro,
  choices,
  ignoreIds = false,
  values = {},
  done,
}: {
  kind: ImportKind
  title: string
  intro: ReactNode
  /** Further options, shown with the columns. */
  choices?: ReactNode
  ignoreIds?: boolean
  /** Values for all rows. */
  values?: ImportChoices
  /** Shown after rows were imported, with a link to them. */
  done: ReactNode
}) {
  const can = useCan()
  const { data: layout, error } = useOperation('describe-import', { kind })
  const fields = useMemo(() => (layout?.fields ?? []).map(inLanguage), [layout])
  const table = useImport(kind)
  const [source, setSource] = useState<SourceTable | null>(null)
  const [guessed, setGuessed] = useState<(string | null)[]>([])
  const hasUnfinished = table.rows.some((row) => !isDone(row) && row.state !== 'skipped')
  useWarningBeforeLeaving(hasUnfinished && table.busy === 'importing')

  const accept = async (read: SourceTable) => {
    const { columns } = await call('describe-import', { kind, titles: read.titles.map((each) => each.slice(0, 500)) })
    setGuessed(columns.map(({ field }) => field))
    setSource(read)
  }
  const startOver = () => {
    table.reset()
    setSource(null)
  }
  const inPlan = table.rows.length > 0
  return (
    <>
      <PageHeader
        title={title}
        actions={
          inPlan && table.busy === null ? (
            <>
              {!table.rows.some(isDone) && <Button onClick={table.reset}>{importTexts.backToColumns}</Button>}
              <Button onClick={startOver}>{importTexts.otherTable}</Button>
            </>
          ) : (
            source === null &&
            layout && (
              <Button icon={IconDownload} onClick={() => saveTemplate(kind, layout.template)}>
                {importTexts.template}
              </Button>
            )
          )
        }
      >
        {intro}
      </PageHeader>
      {!can(importOperations[kind]) ? (
        <EmptyState icon={IconUpload} title={importTexts.readOnly}>
          {importTexts.readOnlyHelp}
        </EmptyState>
      ) : error && !layout ? (
        <Notice tone="bad">{asProblem(error).message}</Notice>
      ) : !layout ? (
        <Loading />
      ) : source === null ? (
        <SourceStep fields={fields} template={layout.template} onTable={accept} />
      ) : !inPlan ? (
        <ColumnStep
          source={source}
          fields={fields}
          guessed={guessed}
          choices={choices}
          onBack={startOver}
          onRecords={(records) => void table.load(records, { ignoreIds, choices: values })}
        />
      ) : (
        <>
          {table.problem && <Notice tone="bad">{table.problem}</Notice>}
          {table.busy !== null && (
            <Card>
              {table.job ? (
                <ImportJobProgress key={table.job.jobId} job={table.job} onChange={table.follow} />
              ) : (
                <p className="line" role="status">
                  <span className="spinner" />{' '}
                  {table.busy === 'checking' ? importTexts.checking : importTexts.importing}
                </p>
              )}
            </Card>
          )}
          <PlanSummary
            rows={table.rows}
            creates={table.creates}
            busy={table.busy !== null}
            onStart={table.start}
            done={done}
          />
          {table.busy === null && (
            <WrongRows rows={table.rows} fields={fields} onEdit={table.edit} onCheck={table.checkAgain} />
          )}
          <ResultList rows={table.rows} fields={fields} />
        </>
      )}
    </>
  )
}

function saveTemplate(kind: ImportKind, template: string): void {
  const link = document.createElement('a')
  // The mark makes spreadsheets read the file as UTF-8.
  link.href = URL.createObjectURL(new Blob(['\ufeff', template], { type: 'text/csv' }))
  link.download = `flotilla-${kind}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

function useWarningBeforeLeaving(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isActive])
}
