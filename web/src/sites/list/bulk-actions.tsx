import type { DataOf } from '../../../../contract/client.ts'
import { runAction } from '../../actions/run-action.tsx'
import { exportUrlOf } from '../../api/call.ts'
import { useCan } from '../../api/session.tsx'
import { choiceOf, type SiteChoice, type SiteFilter } from '../../fleet/site-choice.ts'
import { Button } from '../../ui/button.tsx'
import { IconHeartRateMonitor, IconPlayerPause, IconRefresh, IconRotateClockwise2, IconTag } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { describeSites } from '../site-labels.ts'
import { bulkActionTexts } from './bulk-action-texts.ts'
import type { BulkForm } from './bulk-form-dialog.tsx'
import { listTexts } from './list-texts.ts'

// Read-only actions on fewer sites than this run without showing the plan.
const planAbove = 25

/** An opened dialog, with the sites that were selected then. */
export interface OpenBulk {
  what: BulkForm | 'tag'
  choice: SiteChoice
  count: number
}

/** Actions for the selected sites that the user may run. What concerns all sites that match is sent as the filter. */
export function SiteBulkActions({
  selection,
  filter,
  total,
  onOpen,
}: {
  selection: Selection
  filter: SiteFilter
  total: number
  onOpen: (open: OpenBulk) => void
}) {
  const can = useCan()
  const count = selection.count(total)
  const labels = describeSites(count)
  const choice = choiceOf(selection, filter)
  const open = (what: OpenBulk['what']) => onOpen({ what, choice, count })
  const { site_ids_or_domains } = choice
  const planOrRun = (what: 'sync' | 'check', run: (input: { site_ids_or_domains: (number | string)[] }) => unknown) => {
    if (!site_ids_or_domains || count > planAbove) open(what)
    else void Promise.resolve(run({ site_ids_or_domains })).then(selection.clear)
  }
  const sync = { doing: listTexts.syncingLabels({ labels }), done: listTexts.syncedLabels({ labels }) }
  const check = {
    doing: listTexts.checkingLabels({ labels }),
    done: ({ summary: { unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0
        ? listTexts.checkedLabels({ labels })
        : siteConditionTexts.noAnswerFrom({ count: unreachable, sites: labels }),
    tone: ({ summary: { reachable, unreachable } }: DataOf<'check-sites'>) =>
      unreachable === 0 ? ('good' as const) : reachable > 0 ? ('partial' as const) : ('bad' as const),
  }
  const exportAs = (format: 'csv' | 'jsonl') => {
    const rows = exportUrlOf('list-sites-table', choice.filter ?? { include: site_ids_or_domains ?? [] })
    // Used rarely, so it is not part of the page.
    void import('../../actions/download.ts').then(({ downloadFrom }) =>
      downloadFrom(`${rows}${format}`, bulkActionTexts.exportingSites({ sites: labels })),
    )
  }
  const further = [
    { label: bulkActionTexts.exportCsv, onSelect: () => exportAs('csv') },
    { label: bulkActionTexts.exportJsonLines, onSelect: () => exportAs('jsonl') },
    can('unsuspend-site') && { label: bulkActionTexts.unsuspend, onSelect: () => open('unsuspend') },
    can('reconnect-site') && { label: bulkActionTexts.reconnect, onSelect: () => open('reconnect') },
    can('update-site') && { label: bulkActionTexts.assignClient, onSelect: () => open('assign-client') },
    can('update-site') && { label: bulkActionTexts.writeNotes, onSelect: () => open('write-notes') },
    can('update-monitor-settings') && {
      label: bulkActionTexts.switchMonitorsOn,
      onSelect: () => open('monitoring-on'),
    },
    can('update-monitor-settings') && {
      label: bulkActionTexts.switchMonitorsOff,
      onSelect: () => open('monitoring-off'),
    },
    can('update-monitor-settings') && {
      label: bulkActionTexts.monitorSettings,
      onSelect: () => open('monitor-settings'),
    },
    can('delete-site') && { label: bulkActionTexts.delete, danger: true, onSelect: () => open('delete') },
  ].filter((entry) => entry !== false)
  return (
    <>
      {can('sync-sites') && (
        <Button
          small
          icon={IconRefresh}
          onClick={() => planOrRun('sync', (input) => runAction('sync-sites', input, sync))}
        >
          {bulkActionTexts.sync}
        </Button>
      )}
      {can('check-sites') && (
        <Button
          small
          icon={IconHeartRateMonitor}
          onClick={() => planOrRun('check', (input) => runAction('check-sites', input, check))}
        >
          {bulkActionTexts.check}
        </Button>
      )}
      {can('run-updates') && (
        <Button small icon={IconRotateClockwise2} onClick={() => open('run-updates')}>
          {bulkActionTexts.update}
        </Button>
      )}
      {can('tag-sites') && (
        <Button small icon={IconTag} onClick={() => open('tag')}>
          {bulkActionTexts.tag}
        </Button>
      )}
      {can('suspend-sites') && (
        <Button small icon={IconPlayerPause} onClick={() => open('suspend')}>
          {bulkActionTexts.suspend}
        </Button>
      )}
      <Menu
        label={bulkActionTexts.moreActions}
        trigger={bulkActionTexts.more}
        className="button small"
        align="start"
        entries={further}
      />
    </>
  )
}
