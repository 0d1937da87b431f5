import { lazy, Suspense, useState } from 'react'
import type { OutputOf } from '../../../../contract/client.ts'
import { useOperation } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconRotateClockwise2 } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useLocalList } from '../../ui/table/local-list.ts'
import { useSelection } from '../../ui/table/selection.ts'
import { useTableState } from '../../ui/table/table-state.ts'
import type { Ignorable } from '../../updates/ignore.ts'
import { describeItems, runOfItems } from '../../updates/item-run.ts'
import { IgnoreDialog } from '../../updates/open-ignore-dialog.tsx'
import { reasonTexts } from '../../updates/reason-texts.ts'
import { StepBadge, VersionChange } from '../../updates/update-badges.tsx'
import { typeLabels } from '../../updates/update-labels.ts'
import { UpdatePlanDialog } from '../../updates/update-plan-dialog.tsx'
import { UpdateReason } from '../../updates/update-reason.tsx'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { updateNoteTexts } from '../update-note-texts.ts'
import type { NotedUpdate } from '../update-notes-dialog.tsx'
import { tabsTexts } from './tabs-texts.ts'

// Opened rarely, so it is not part of the page.
const UpdateNotesDialog = lazy(async () => ({
  default: (await import('../update-notes-dialog.tsx')).UpdateNotesDialog,
}))

type Update = OutputOf<'get-site-updates'>['updates'][number]

const idOf = ({ type, slug, language }: Update) => `${type} ${slug} ${language}`

const columns: readonly Column<Update>[] = [
  {
    key: 'name',
    title: tabsTexts.item,
    primary: true,
    sort: 'name',
    cell: ({ name, type, language, has_package }) => (
      <div>
        <div className="row-name">{name}</div>
        <span className="soft small">
          {typeLabels[type]}
          {language && `, ${language}`}
        </span>
        {!has_package && type !== 'translation' && (
          <span title={tabsTexts.licenceMissingHint}>
            {' '}
            <Badge tone="warn">{tabsTexts.licenceMissing}</Badge>
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'versions',
    title: tabsTexts.version,
    wide: true,
    cell: ({ current_version, new_version }) => <VersionChange from={current_version} to={new_version} />,
  },
  {
    key: 'step',
    title: tabsTexts.updateType,
    sort: 'step',
    wide: true,
    cell: ({ step, type }) => (type === 'translation' ? <span className="soft">–</span> : <StepBadge step={step} />),
  },
  {
    key: 'active',
    title: tabsTexts.inUse,
    wide: true,
    cell: ({ active }) => (active ? tabsTexts.yes : <span className="soft">{tabsTexts.no}</span>),
  },
  {
    key: 'since',
    title: tabsTexts.availableSince,
    from: 1180,
    sort: 'since',
    wide: true,
    cell: ({ first_seen_at }) => <RelativeTime at={first_seen_at} />,
  },
]

const sorts = {
  name: ({ name }: Update) => name,
  step: ({ step }: Update) => ['major', 'minor', 'patch', 'unknown'].indexOf(step),
  since: ({ first_seen_at }: Update) => first_seen_at,
}

export function PendingUpdates({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ size: 100 })
  const explained = useOperation('explain-site-updates', { site_id_or_domain: site.id })
  const reasons = new Map(explained.data?.map((item) => [`${item.type} ${item.slug}`, item]) ?? [])
  const query = useOperation('get-site-updates', { site_id_or_domain: site.id })
  const updates = query.data?.updates
  const list = useLocalList(query, updates, state, sorts)
  const selection = useSelection()
  const [running, setRunning] = useState<Update[] | 'all' | null>(null)
  const [reading, setReading] = useState<NotedUpdate | null>(null)
  const [ignoring, setIgnoring] = useState<Ignorable[] | null>(null)
  const selected = (updates ?? []).filter((update) => selection.ids.has(idOf(update)))
  const ignorable = (some: readonly Update[]): Ignorable[] =>
    some.flatMap(({ type, slug, name, new_version }) =>
      type === 'translation' ? [] : [{ type, slug, name, version: new_version }],
    )
  const total = updates?.length ?? 0
  return (
    <>
      <DataTable
        name="site-updates"
        label={tabsTexts.updatesWaiting}
        columns={[
          ...columns,
          {
            key: 'why',
            title: reasonTexts.why,
            wide: true,
            cell: ({ type, slug }) => <UpdateReason reason={reasons.get(`${type} ${slug}`)} />,
          },
        ]}
        query={list}
        rowId={idOf}
        rowName={({ name }) => name}
        state={state}
        rowActions={({ type, slug, name, new_version }) =>
          type !== 'translation' && (
            <Button
              small
              tone="quiet"
              aria-label={updateNoteTexts.changesOf({ name })}
              onClick={() => setReading({ type, slug, name, new_version })}
            >
              {updateNoteTexts.changes}
            </Button>
          )
        }
        filters={
          can('run-updates') &&
          total > 0 && (
            <Button
              tone="primary"
              icon={IconRotateClockwise2}
              disabled={site.status !== 'connected'}
              onClick={() => setRunning('all')}
            >
              {tabsTexts.installAll({ count: total })}
            </Button>
          )
        }
        {...(can('run-updates') && {
          selection,
          bulk: (
            <>
              <Button
                small
                icon={IconRotateClockwise2}
                disabled={site.status !== 'connected'}
                onClick={() => setRunning(selected)}
              >
                {tabsTexts.install}
              </Button>
              <Button
                small
                disabled={ignorable(selected).length === 0}
                onClick={() => setIgnoring(ignorable(selected))}
              >
                {tabsTexts.ignore}
              </Button>
            </>
          ),
        })}
        empty={() => (
          <EmptyState title={tabsTexts.noUpdatesKnown}>
            {site.last_sync === ''
              ? tabsTexts.neverSynced
              : tabsTexts.wasUpToDate({ time: () => <RelativeTime at={site.last_sync} /> })}
          </EmptyState>
        )}
      />
      {running && (
        <UpdatePlanDialog
          title={
            running === 'all'
              ? tabsTexts.installOn({ count: total, site: nameOf(site) })
              : tabsTexts.installItemsOn({ items: describeItems(running), site: nameOf(site) })
          }
          run={running === 'all' ? { site_ids_or_domains: [site.id] } : runOfItems(running, [site.id])}
          onClose={() => setRunning(null)}
          onStarted={selection.clear}
        />
      )}
      {reading && (
        <Suspense fallback={null}>
          <UpdateNotesDialog siteId={site.id} update={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
      {ignoring && (
        <IgnoreDialog
          items={ignoring}
          site={{ id: site.id, name: nameOf(site) }}
          onClose={() => setIgnoring(null)}
          onDone={selection.clear}
        />
      )}
    </>
  )
}
