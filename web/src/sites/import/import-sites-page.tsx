import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../api/session.tsx'
import { EditRowDialog } from '../../import/edit-row-dialog.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { describeCount } from '../../ui/format/describe-count.ts'
import { IconRefresh, IconUpload } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ImportProgress } from './import-progress.tsx'
import { canImport, columnsOf, type ImportRow, isSiteImported, withoutEmpty } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { SitesSource } from './sites-source.tsx'
import { useSiteImport } from './use-site-import.ts'
import '../site.css'

/** Imports sites from a list: checks all rows, then connects one by one, with an outcome per row. */
export default function ImportSitesPage() {
  const can = useCan()
  const { rows, batch, loadRows, start, follow, edit } = useSiteImport()
  const [editing, setEditing] = useState<ImportRow | null>(null)
  const fresh = rows.filter(({ state }) => state === 'new')
  const failed = rows.filter(({ state }) => state === 'failed')
  const wrong = rows.filter(({ state }) => state === 'wrong')
  const done = rows.filter(isSiteImported)
  return (
    <>
      <PageHeader
        title="Import sites"
        actions={
          rows.length > 0 &&
          batch === null && (
            <>
              <Button onClick={() => void loadRows([])}>Another list</Button>
              {failed.length > 0 && (
                <Button icon={IconRefresh} onClick={() => void start(failed)}>
                  Retry {describeCount(failed.length, 'failed row')}
                </Button>
              )}
              {fresh.length > 0 && (
                <Button tone="primary" icon={IconUpload} onClick={() => void start(fresh)}>
                  Import {describeCount(fresh.length, 'site')}
                </Button>
              )}
            </>
          )
        }
      >
        {rows.length === 0
          ? 'From a spreadsheet or another dashboard’s export.'
          : `${describeCount(rows.length, 'row')} in the list, ${done.length.toLocaleString()} imported.`}
      </PageHeader>
      {!can('import-sites') ? (
        <EmptyState icon={IconUpload} title="Your role only looks">
          Ask a manager or an administrator to import sites.
        </EmptyState>
      ) : rows.length === 0 ? (
        <SitesSource onRead={(records) => void loadRows(records)} />
      ) : (
        <>
          {batch && (
            <Card>
              {batch.jobId === null ? (
                <p className="line">
                  <span className="spinner" /> Starting …
                </p>
              ) : (
                <ImportProgress batch={{ ...batch, jobId: batch.jobId }} onMoved={follow} />
              )}
            </Card>
          )}
          {batch === null && wrong.length > 0 && (
            <Notice tone="warn">
              {wrong.length === 1
                ? 'One row cannot be imported as it stands.'
                : `${wrong.length.toLocaleString()} rows cannot be imported as they stand.`}{' '}
              Edit what is wrong; the other rows do not have to wait.
            </Notice>
          )}
          {batch === null && done.length > 0 && (
            <Notice tone="good">
              <div className="apart">
                <span>
                  {describeCount(done.length, 'site')} imported. The first sync follows by itself;{' '}
                  <Link to="/">the overview</Link> shows what waits for them.
                </span>
                <LinkButton small to="/sites">
                  Go to the sites
                </LinkButton>
              </div>
            </Notice>
          )}
          <ImportTable rows={rows} onEdit={setEditing} />
        </>
      )}
      {editing && (
        <EditRowDialog
          row={editing}
          names={columnsOf(editing.fields)}
          busy={batch !== null}
          onClose={() => setEditing(null)}
          onSave={(fields, again) => {
            const row = edit(editing.number, withoutEmpty(fields))
            if (again && canImport(row)) void start([row])
          }}
        />
      )}
    </>
  )
}
