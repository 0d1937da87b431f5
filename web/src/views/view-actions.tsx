import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useAppShell } from '../api/app-shell.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { IconFilter, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import type { TableState } from '../ui/table/table-state.ts'
import { searchOfView, type View } from './view-address.ts'
import { viewTexts } from './view-texts.ts'

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'))

/** The view that is open on the sites page. */
export function useOpenView(id: string | undefined): View | undefined {
  const { data } = useAppShell()
  return data?.views.find((view) => String(view.id) === id)
}

/** Saves the filters of the page as a view, or deletes the open one. */
export function ViewActions({
  state,
  view,
  columns,
}: {
  state: TableState
  view: View | undefined
  /** The shown columns. */
  columns: readonly string[]
}) {
  const navigate = useNavigate()
  const { data } = useAppShell()
  const [saving, setSaving] = useState(false)
  const views = data?.views ?? []
  const remove = async ({ id, name }: View) => {
    const question = { title: viewTexts.deleteTitle({ name }), text: viewTexts.deleteText, action: viewTexts.delete }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    const texts = { doing: viewTexts.deleting, done: viewTexts.deleted }
    if (await runAction('delete-view', { view_id: id }, texts)) await navigate({ to: '/sites' })
  }
  return (
    <>
      {views.length > 0 && (
        <Menu
          className="button in-narrow-shell"
          label={viewTexts.views}
          trigger={viewTexts.views}
          entries={views.map((each) => ({
            label: each.name,
            link: { to: '/sites', search: searchOfView(each) },
          }))}
        />
      )}
      {view?.editable && (
        <Button tone="quiet" icon={IconTrash} onClick={() => void remove(view)}>
          {viewTexts.delete}
        </Button>
      )}
      <Button icon={IconFilter} onClick={() => setSaving(true)}>
        {viewTexts.saveView}
      </Button>
      {saving && (
        <Suspense>
          <SaveViewDialog state={state} view={view} columns={columns} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
