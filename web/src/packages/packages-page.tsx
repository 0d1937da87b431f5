import { lazy, Suspense, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconTrash, IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import type { StoredZipRow } from './install-dialog.tsx'
import { packageTexts } from './package-texts.ts'

const UploadDialog = lazy(() => import('./upload-dialog.tsx'))
const InstallDialog = lazy(() => import('./install-dialog.tsx'))

const megabyte = 1_000_000

const columns: readonly Column<StoredZipRow>[] = [
  {
    key: 'name',
    title: packageTexts.name,
    primary: true,
    cell: ({ name, type, slug }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut row-name">{name}</div>
        <div className="soft small cut">
          {type === 'plugin' ? packageTexts.plugin : packageTexts.theme}, {slug}
        </div>
      </div>
    ),
  },
  { key: 'version', title: packageTexts.version, cell: ({ version }) => version },
  { key: 'author', title: packageTexts.author, cell: ({ author }) => author || <span className="soft">–</span> },
  {
    key: 'size',
    title: packageTexts.size,
    cell: ({ bytes, files }) =>
      packageTexts.sizeOf({ megabytes: Math.max(0.1, Math.round((10 * bytes) / megabyte) / 10), files }),
  },
  {
    key: 'uploaded',
    title: packageTexts.uploadedBy,
    wide: true,
    cell: ({ uploaded_at, uploaded_by }) =>
      packageTexts.byPerson({ user: uploaded_by, time: () => <RelativeTime at={uploaded_at} /> }),
  },
  { key: 'expires', title: packageTexts.expires, cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
]

export default function PackagesPage() {
  const can = useCan()
  const state = useTableState()
  const query = useList('list-packages', { ...pagingOf(state), search: state.search })
  const [dialog, setDialog] = useState<'upload' | StoredZipRow | null>(null)
  const remove = async ({ package_id, name, version }: StoredZipRow) => {
    const question = {
      title: packageTexts.removeTitle({ name, version }),
      text: packageTexts.removeConsequence,
      action: packageTexts.remove,
    }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    await runAction(
      'delete-package',
      { package_id, confirm: true },
      { doing: packageTexts.removing, done: packageTexts.removed },
    )
  }
  return (
    <>
      <PageHeader
        title={packageTexts.packages}
        actions={
          can('add-package-part') && (
            <Button tone="primary" icon={IconUpload} onClick={() => setDialog('upload')}>
              {packageTexts.upload}
            </Button>
          )
        }
      >
        {packageTexts.introduction}
      </PageHeader>
      {query.data?.extra.problem && <Notice tone="warn">{sentence(query.data.extra.problem)}</Notice>}
      <DataTable
        name="packages"
        label={packageTexts.packages}
        columns={columns}
        query={query}
        rowId={({ package_id }) => package_id}
        state={state}
        searchLabel={packageTexts.search}
        rowActions={(row) =>
          can('install-package') && (
            <span className="line">
              <Button small onClick={() => setDialog(row)}>
                {packageTexts.install}
              </Button>
              <Button small icon={IconTrash} onClick={() => void remove(row)}>
                {packageTexts.remove}
              </Button>
            </span>
          )
        }
        empty={(filtered) => (
          <EmptyState icon={IconUpload} title={filtered ? packageTexts.noneMatch : packageTexts.none}>
            {!filtered && packageTexts.noneHint}
          </EmptyState>
        )}
      />
      {dialog && (
        <Suspense fallback={null}>
          {dialog === 'upload' ? (
            <UploadDialog onClose={() => setDialog(null)} />
          ) : (
            <InstallDialog zip={dialog} onClose={() => setDialog(null)} />
          )}
        </Suspense>
      )}
    </>
  )
}
