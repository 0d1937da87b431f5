import { lazy, Suspense } from 'react'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { describeSites } from '../site-labels.ts'
import { bulkActionTexts } from './bulk-action-texts.ts'
import type { OpenBulk } from './bulk-actions.tsx'
import { listTexts } from './list-texts.ts'

const UpdatePlanDialog = lazy(() =>
  import('../../updates/update-plan-dialog.tsx').then((file) => ({ default: file.UpdatePlanDialog })),
)
const TagSitesDialog = lazy(() => import('./tag-sites-dialog.tsx').then((file) => ({ default: file.TagSitesDialog })))
const BulkFormDialog = lazy(() => import('./bulk-form-dialog.tsx'))

/** The dialog of an action. It is outside of the bar, which disappears when no selected site is left. */
export default function OpenBulkDialog({
  open: { what, choice, count },
  onClose,
  onDone,
}: {
  open: OpenBulk
  onClose: () => void
  onDone: () => void
}) {
  const sites = describeSites(count)
  const { site_ids_or_domains } = choice
  if (what === 'suspend' && site_ids_or_domains)
    return (
      <PlanDialog
        operation="suspend-sites"
        title={bulkActionTexts.suspendSites({ sites })}
        action={bulkActionTexts.suspend}
        doing={listTexts.suspendingSites({ sites })}
        done={listTexts.suspendedSites({ sites })}
        input={{ site_ids_or_domains }}
        onClose={onClose}
        onDone={onDone}
      />
    )
  return (
    <Suspense>
      {what === 'tag' ? (
        <TagSitesDialog choice={choice} count={count} onClose={onClose} onDone={onDone} />
      ) : what === 'run-updates' && site_ids_or_domains ? (
        <UpdatePlanDialog
          title={bulkActionTexts.updateSites({ sites })}
          run={{ site_ids_or_domains }}
          onClose={onClose}
          onStarted={onDone}
        />
      ) : (
        <BulkFormDialog form={what} choice={choice} sites={sites} onClose={onClose} onDone={onDone} />
      )}
    </Suspense>
  )
}
