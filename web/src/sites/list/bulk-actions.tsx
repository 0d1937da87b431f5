import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { useCan } from '../../api/session.tsx'
import { choiceOf, type SiteFilter } from '../../fleet/site-choice.ts'
import { Button } from '../../ui/button.tsx'
import { IconHeartRateMonitor, IconPlayerPause, IconRefresh, IconRotateClockwise2, IconTag } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { describeSites } from '../site-labels.ts'
import { bulkActionTexts } from './bulk-action-texts.ts'
import type { BulkForm } from './bulk-form-dialog.tsx'

// Opened rarely, so they are not part of the page.
const UpdatePlanDialog = lazy(() =>
  import('../../updates/update-plan-dialog.tsx').then((file) => ({ default: file.UpdatePlanDialog })),
)
const TagSitesDialog = lazy(() => import('./tag-sites-dialog.tsx').then((file) => ({ default: file.TagSitesDialog })))
const BulkFormDialog = lazy(() => import('./bulk-form-dialog.tsx'))

// Read-only actions on fewer sites than this run without showing the plan.
const planAbove = 25

type Open = 'suspend' | 'update' | 'tag' | { form: BulkForm }

/** Actions for the selected sites that the user may run. What concerns all sites that match is sent as the filter. */
export function SiteBulkActions({
  selection,
  filter,
  total,
}: {
  selection: Selection
  filter: SiteFilter
  total: number
}) {
  const can = useCan()
  const [dialog, setDialog] = useState<Open | null>(null)
  const isByFilter = selection.allExcept !== null
  const site_ids_or_domains = [...selection.ids]
  const count = selection.count(total)
  const labels = describeSites(count)
  const close = () => setDialog(null)
  const openForm = (form: BulkForm) => setDialog({ form })
  const planOrRun = (form: 'sync' | 'check', run: () => Promise<unknown>) => {
    if (isByFilter || count > planAbove) openForm(form)
    else void run().then(selection.clear)
  }
  const sync = { doing: `Syncing ${labels}`, done: `Synced ${labels}` }
  const check = {
    doing: `Checking ${labels}`,
    done: ({ summary: { unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0 ? `Checked ${labels}` : siteConditionTexts.noAnswerFrom({ count: unreachable, sites: labels }),
    tone: ({ summary: { reachable, unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0 ? ('good' as const) : reachable > 0 ? ('partial' as const) : ('bad' as const),
  }
  const further = [
    can('unsuspend-site') && {
      label: bulkActionTexts.unsuspend,
      onSelect: () => openForm('unsuspend'),
    },
    can('reconnect-site') && { label: bulkActionTexts.reconnect, onSelect: () => openForm('reconnect') },
    can('update-site') && { label: bulkActionTexts.assignClient, onSelect: () => openForm('assign-client') },
    can('update-site') && { label: bulkActionTexts.writeNotes, onSelect: () => openForm('write-notes') },
    can('update-monitor-settings') && {
      label: bulkActionTexts.switchMonitorsOn,
      onSelect: () => openForm('monitoring-on'),
    },
    can('update-monitor-settings') && {
      label: bulkActionTexts.switchMonitorsOff,
      onSelect: () => openForm('monitoring-off'),
    },
    can('delete-site') && { label: bulkActionTexts.delete, danger: true, onSelect: () => openForm('delete') },
  ].filter((entry) => entry !== false)
  return (
    <>
      {can('sync-sites') && (
        <Button
          small
          icon={IconRefresh}
          onClick={() => planOrRun('sync', () => runAction('sync-sites', { site_ids_or_domains }, sync))}
        >
          {bulkActionTexts.sync}
        </Button>
      )}
      {can('check-sites') && (
        <Button
          small
          icon={IconHeartRateMonitor}
          onClick={() => planOrRun('check', () => runAction('check-sites', { site_ids_or_domains }, check))}
        >
          {bulkActionTexts.check}
        </Button>
      )}
      {can('run-updates') && (
        <Button
          small
          icon={IconRotateClockwise2}
          onClick={() => (isByFilter ? openForm('run-updates') : setDialog('update'))}
        >
          {bulkActionTexts.update}
        </Button>
      )}
      {can('tag-sites') && (
        <Button small icon={IconTag} onClick={() => setDialog('tag')}>
          {bulkActionTexts.tag}
        </Button>
      )}
      {can('suspend-sites') && (
        <Button
          small
          icon={IconPlayerPause}
          onClick={() => (isByFilter ? openForm('suspend') : setDialog('suspend'))}
        >
          {bulkActionTexts.suspend}
        </Button>
      )}
      {further.length > 0 && (
        <Menu
          label={bulkActionTexts.moreActions}
          trigger={bulkActionTexts.more}
          className="button small"
          align="start"
          entries={further}
        />
      )}
      {dialog === 'update' && (
        <Suspense>
          <UpdatePlanDialog
            title={bulkActionTexts.updateSites({ sites: labels })}
            run={{ site_ids_or_domains }}
            onClose={close}
            onStarted={selection.clear}
          />
        </Suspense>
      )}
      {dialog === 'suspend' && (
        <PlanDialog
          operation="suspend-sites"
          title={bulkActionTexts.suspendSites({ sites: labels })}
          action={bulkActionTexts.suspend}
          doing={`Suspending ${labels}`}
          done={`Suspended ${labels}`}
          input={{ site_ids_or_domains }}
          onClose={close}
          onDone={selection.clear}
        />
      )}
      {dialog === 'tag' && (
        <Suspense>
          <TagSitesDialog choice={choiceOf(selection, filter)} count={count} onClose={close} onDone={selection.clear} />
        </Suspense>
      )}
      {typeof dialog === 'object' && dialog !== null && (
        <Suspense>
          <BulkFormDialog form={dialog.form} choice={choiceOf(selection, filter)} sites={labels} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
