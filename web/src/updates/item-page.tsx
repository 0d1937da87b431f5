import { Link, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatList } from '../ui/format/number.ts'
import { IconCircleCheck, IconEyeOff, IconRotateClockwise2 } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import type { Ignorable } from './ignore.ts'
import { runOfItems } from './item-run.ts'
import { itemSiteColumns } from './item-site-columns.tsx'
import { IgnoreDialog } from './open-ignore-dialog.tsx'
import { StepCounts } from './update-badges.tsx'
import { typeLabels } from './update-labels.ts'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'
import { updatesTexts } from './updates-texts.ts'

// Below the list of sites.
const ItemReleases = lazy(() => import('./item-releases.tsx'))
const ItemHistory = lazy(() => import('./item-history.tsx'))

export default function ItemPage() {
  const can = useCan()
  const { type = 'plugin', slug = '', version } = useSearch({ strict: false }) as Partial<Ignorable>
  const state = useTableState()
  const query = useList(
    'list-update-item-sites',
    { type, slug, ...(version && { version }), ...pagingOf(state) },
    { enabled: slug !== '' },
  )
  // The list of items has the counts over all pages.
  const { data: items } = useList('list-update-items', { search: slug, per_page: 100 }, { enabled: slug !== '' })
  const item = items?.rows.find(
    (each) => each.type === type && each.slug === slug && (!version || each.new_version === version),
  )
  const name = item?.name ?? query.data?.rows[0]?.name ?? slug
  const selection = useSelection()
  const [dialog, setDialog] = useState<'all' | 'selected' | 'ignore' | null>(null)
  const close = () => setDialog(null)
  const canUpdate = can('run-updates')
  const total = query.data?.total ?? 0
  return (
    <>
      <PageHeader
        title={version ? `${name} ${version}` : name}
        actions={
          canUpdate &&
          total > 0 && (
            <>
              <Button icon={IconEyeOff} onClick={() => setDialog('ignore')}>
                {updatesTexts.ignoreEverywhere}
              </Button>
              <Button tone="primary" icon={IconRotateClockwise2} onClick={() => setDialog('all')}>
                {updatesTexts.updateOnSites({ count: total })}
              </Button>
            </>
          )
        }
      >
        {type === 'core'
          ? updatesTexts.itemSource({ updates: linkToUpdates, type: typeLabels[type] })
          : updatesTexts.itemSourceSlug({ updates: linkToUpdates, type: typeLabels[type], slug })}
      </PageHeader>
      {item && (
        <Card>
          <div className="apart">
            <span>
              {updatesTexts.availableOn({
                count: item.sites,
                b: (text) => <strong>{text}</strong>,
                versions: formatList(
                  item.current_versions.map(({ version, sites }) =>
                    updatesTexts.versionOnSites({ version: version || updatesTexts.unknownVersion, sites }),
                  ),
                ),
              })}
            </span>
            <StepCounts counts={item.steps} />
          </div>
        </Card>
      )}
      <DataTable
        name="update-item-sites"
        label={updatesTexts.sitesWithUpdate}
        columns={itemSiteColumns}
        query={query}
        rowId={({ site_id }) => site_id}
        rowName={({ site_name, site_url }) => site_name || site_url}
        state={state}
        {...(canUpdate && { selection })}
        bulk={
          <Button small tone="primary" icon={IconRotateClockwise2} onClick={() => setDialog('selected')}>
            {updatesTexts.update}
          </Button>
        }
        empty={() => (
          <EmptyState icon={IconCircleCheck} title={updatesTexts.noSiteHasUpdate}>
            {updatesTexts.noSiteHasUpdateHint}
          </EmptyState>
        )}
      />
      {slug !== '' && (
        <Suspense fallback={null}>
          <ItemReleases type={type} slug={slug} />
          <ItemHistory type={type} slug={slug} />
        </Suspense>
      )}
      {(dialog === 'all' || dialog === 'selected') && (
        <UpdatePlanDialog
          title={updatesTexts.updateName({ name })}
          run={runOfItems([{ type, slug }], dialog === 'selected' ? [...selection.ids] : [])}
          onClose={close}
          onStarted={selection.clear}
        />
      )}
      {dialog === 'ignore' && <IgnoreDialog items={[{ type, slug, name, version: version ?? '' }]} onClose={close} />}
    </>
  )
}

const linkToUpdates = (text: ReactNode) => <Link to="/updates">{text}</Link>
