import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { useCan } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { IconHeartRateMonitor, IconPlayerPause, IconRefresh, IconRotateClockwise2, IconTag } from '../../ui/icons.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { describeSites } from '../site-labels.ts'

// Opened rarely, so they are not part of the page.
const UpdatePlanDialog = lazy(() =>
  import('../../updates/update-plan-dialog.tsx').then((file) => ({ default: file.UpdatePlanDialog })),
)
const TagSitesDialog = lazy(() => import('./tag-sites-dialog.tsx').then((file) => ({ default: file.TagSitesDialog })))

// Read-only actions on fewer sites than this run without showing the plan.
const planAbove = 25

/** Actions for the selected sites that the user may run. */
export function SiteBulkActions({ selection }: { selection: Selection }) {
  const can = useCan()
  const [dialog, setDialog] = useState<'sync' | 'check' | 'update' | 'suspend' | 'tag' | null>(null)
  const site_ids_or_domains = [...selection.ids]
  const labels = describeSites(site_ids_or_domains.length)
  const close = () => setDialog(null)
  const planOrRun = (what: 'sync' | 'check', run: () => Promise<unknown>) => {
    if (site_ids_or_domains.length > planAbove) setDialog(what)
    else void run().then(selection.clear)
  }
  const sync = { doing: `Syncing ${labels}`, done: `Synced ${labels}` }
  const check = {
    doing: `Checking ${labels}`,
    done: ({ summary: { unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0 ? `Checked ${labels}` : siteConditionTexts.noAnswerFrom({ count: unreachable, sites: labels }),
    tone: ({ summary: { reachable, unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0 ? 'good' : reachable > 0 ? 'partial' : 'bad',
  }
  const common = { input: { site_ids_or_domains }, onClose: close, onDone: selection.clear }
  return (
    <>
      {can('sync-sites') && (
        <Button
          small
          icon={IconRefresh}
          onClick={() => planOrRun('sync', () => runAction('sync-sites', { site_ids_or_domains }, sync))}
        >
          Sync
        </Button>
      )}
      {can('check-sites') && (
        <Button
          small
          icon={IconHeartRateMonitor}
          onClick={() => planOrRun('check', () => runAction('check-sites', { site_ids_or_domains }, check))}
        >
          Check
        </Button>
      )}
      {can('run-updates') && (
        <Button small icon={IconRotateClockwise2} onClick={() => setDialog('update')}>
          Update
        </Button>
      )}
      {can('tag-sites') && (
        <Button small icon={IconTag} onClick={() => setDialog('tag')}>
          Tag
        </Button>
      )}
      {can('suspend-sites') && (
        <Button small icon={IconPlayerPause} onClick={() => setDialog('suspend')}>
          Suspend
        </Button>
      )}
      {dialog === 'sync' && (
        <PlanDialog operation="sync-sites" title={`Sync ${labels}`} action="Sync" {...sync} {...common} />
      )}
      {dialog === 'check' && (
        <PlanDialog operation="check-sites" title={`Check ${labels}`} action="Check" {...check} {...common} />
      )}
      {dialog === 'update' && (
        <Suspense>
          <UpdatePlanDialog
            title={`Update ${labels}`}
            run={{ site_ids_or_domains }}
            onClose={close}
            onStarted={selection.clear}
          />
        </Suspense>
      )}
      {dialog === 'suspend' && (
        <PlanDialog
          operation="suspend-sites"
          title={`Suspend ${labels}`}
          action="Suspend"
          doing={`Suspending ${labels}`}
          done={`Suspended ${labels}`}
          {...common}
        />
      )}
      {dialog === 'tag' && (
        <Suspense>
          <TagSitesDialog siteIds={site_ids_or_domains} onClose={close} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  )
}
