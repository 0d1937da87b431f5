import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconHeartRateMonitor, IconPlayerPause, IconRefresh, IconRotateClockwise2, IconTag } from '../ui/icons.ts'
import type { Selection } from '../ui/table/selection.ts'
import { UpdatePlanDialog } from '../updates/plan-dialog.tsx'
import { TagSitesDialog } from './tag-sites-dialog.tsx'

export const describeSites = (count: number) => (count === 1 ? 'one site' : `${count.toLocaleString()} sites`)

// Asking sites how they are harms nobody; only from here on is it worth a look at the plan.
const planAbove = 25

/** What can be done with the chosen sites, as far as this person may. */
export function SiteBulkActions({ selection }: { selection: Selection }) {
  const can = useCan()
  const [asking, setAsking] = useState<'sync' | 'check' | 'update' | 'suspend' | 'tag' | null>(null)
  const site_ids_or_domains = [...selection.ids]
  const words = describeSites(site_ids_or_domains.length)
  const close = () => setAsking(null)
  const ask = (what: 'sync' | 'check', run: () => Promise<unknown>) => {
    if (site_ids_or_domains.length > planAbove) setAsking(what)
    else void run().then(selection.clear)
  }
  const sync = { doing: `Syncing ${words}`, done: `Synced ${words}` }
  const check = { doing: `Checking ${words}`, done: `Checked ${words}` }
  const common = { input: { site_ids_or_domains }, onClose: close, onDone: selection.clear }
  return (
    <>
      {can('sync-sites') && (
        <Button
          small
          icon={IconRefresh}
          onClick={() => ask('sync', () => runAction('sync-sites', { site_ids_or_domains }, sync))}
        >
          Sync
        </Button>
      )}
      {can('check-sites') && (
        <Button
          small
          icon={IconHeartRateMonitor}
          onClick={() => ask('check', () => runAction('check-sites', { site_ids_or_domains }, check))}
        >
          Check
        </Button>
      )}
      {can('run-updates') && (
        <Button small icon={IconRotateClockwise2} onClick={() => setAsking('update')}>
          Update
        </Button>
      )}
      {can('tag-sites') && (
        <Button small icon={IconTag} onClick={() => setAsking('tag')}>
          Tag
        </Button>
      )}
      {can('suspend-sites') && (
        <Button small icon={IconPlayerPause} onClick={() => setAsking('suspend')}>
          Suspend
        </Button>
      )}
      {asking === 'sync' && (
        <PlanDialog operation="sync-sites" title={`Sync ${words}`} action="Sync" {...sync} {...common} />
      )}
      {asking === 'check' && (
        <PlanDialog operation="check-sites" title={`Check ${words}`} action="Check" {...check} {...common} />
      )}
      {asking === 'update' && (
        <UpdatePlanDialog
          title={`Update ${words}`}
          run={{ site_ids_or_domains }}
          onClose={close}
          onStarted={selection.clear}
        />
      )}
      {asking === 'suspend' && (
        <PlanDialog
          operation="suspend-sites"
          title={`Suspend ${words}`}
          action="Suspend"
          doing={`Suspending ${words}`}
          done={`Suspended ${words}`}
          {...common}
        />
      )}
      {asking === 'tag' && <TagSitesDialog siteIds={site_ids_or_domains} onClose={close} onDone={selection.clear} />}
    </>
  )
}
