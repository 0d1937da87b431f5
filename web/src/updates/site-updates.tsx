import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconEyeOff, IconRotateClockwise2 } from '../ui/icons.ts'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { useSelection } from '../ui/table/selection.ts'
import { TableRow } from '../ui/table/table-rows.tsx'
import type { Ignorable } from './ignore.ts'
import { runOfItems } from './item-run.ts'
import { IgnoreDialog } from './open-ignore-dialog.tsx'
import { reasonTexts } from './reason-texts.ts'
import type { Run } from './start-run.tsx'
import { StepBadge, VersionChange } from './update-badges.tsx'
import { typeLabels } from './update-labels.ts'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'
import { UpdateReason } from './update-reason.tsx'
import { updatesTexts } from './updates-texts.ts'

type Update = DataOf<'get-site-updates'>['updates'][number]

const keyOf = ({ type, slug, language }: Update) => `${type} ${slug} ${language}`

type Reason = DataOf<'explain-site-updates'>[number]

const columns: readonly Column<Update>[] = [
  {
    key: 'item',
    title: updatesTexts.item,
    primary: true,
    cell: ({ name, type, language, translates }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut row-name">{name}</div>
        <div className="soft small cut">
          {type === 'translation'
            ? updatesTexts.translationOf({
                type: typeLabels[type],
                translates: translates ?? '',
                language: language ?? '',
              })
            : typeLabels[type]}
        </div>
      </div>
    ),
  },
  {
    key: 'version',
    title: updatesTexts.version,
    wide: true,
    cell: ({ current_version, new_version }) => <VersionChange from={current_version} to={new_version} />,
  },
  {
    key: 'step',
    title: updatesTexts.howFar,
    blank: ({ type }) => type === 'translation',
    cell: ({ step, type, has_package }) => (
      <span className="line">
        {type !== 'translation' && <StepBadge step={step} />}
        {!has_package && (
          <span title={updatesTexts.itsAuthorSendsNo}>
            <Badge tone="warn">{updatesTexts.noLicence}</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'since',
    title: updatesTexts.onOfferSince,
    wide: true,
    cell: ({ first_seen_at }) => <RelativeTime at={first_seen_at} />,
  },
]

export function SiteUpdates({ siteId, siteName }: { siteId: number; siteName: string }) {
  const can = useCan()
  const { data, error, refetch } = useOperation('get-site-updates', { site_id_or_domain: siteId })
  const explained = useOperation('explain-site-updates', { site_id_or_domain: siteId })
  const selection = useSelection()
  const [run, setRun] = useState<Run | null>(null)
  const [ignoring, setIgnoring] = useState<Ignorable[] | null>(null)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.updates.length === 0)
    return (
      <section className="card">
        <EmptyState title={updatesTexts.noUpdatesAreKnown}>{updatesTexts.siteUpdatesHint}</EmptyState>
      </section>
    )
  const reasons = new Map<string, Reason>(explained.data?.map((item) => [`${item.type} ${item.slug}`, item]) ?? [])
  const withReasons: readonly Column<Update>[] = [
    ...columns,
    {
      key: 'why',
      title: reasonTexts.why,
      wide: true,
      cell: ({ type, slug }) => <UpdateReason reason={reasons.get(`${type} ${slug}`)} />,
    },
  ]
  const canUpdate = can('run-updates')
  const selected = data.updates.filter((update) => selection.ids.has(keyOf(update)))
  const toInstall = selected.length > 0 ? selected : data.updates
  const ignorable = selected.flatMap(({ type, slug, name, new_version }) =>
    type === 'translation' ? [] : [{ type, slug, name, version: new_version }],
  )
  return (
    <section className="card" aria-label={updatesTexts.updatesOfName2({ name: siteName })}>
      {canUpdate && (
        <div className="bulk-bar">
          <strong aria-live="polite">
            {selected.length > 0
              ? updatesTexts.countSelected({ count: selected.length })
              : updatesTexts.countAvailable({ count: data.updates.length })}
          </strong>
          <Button
            small
            tone="primary"
            icon={IconRotateClockwise2}
            onClick={() =>
              setRun(selected.length > 0 ? runOfItems(toInstall, [siteId]) : { site_ids_or_domains: [siteId] })
            }
          >
            {selected.length > 0 ? updatesTexts.updateSelected : updatesTexts.updateAll}
          </Button>
          {ignorable.length > 0 && (
            <Button small icon={IconEyeOff} onClick={() => setIgnoring(ignorable)}>
              {updatesTexts.ignore}
            </Button>
          )}
        </div>
      )}
      <table className="table">
        <thead>
          <tr>
            {canUpdate && (
              <th className="pick">
                <input
                  type="checkbox"
                  aria-label={updatesTexts.selectAll}
                  checked={selected.length === data.updates.length}
                  onChange={(event) => selection.toggleAll(data.updates.map(keyOf), event.target.checked)}
                />
              </th>
            )}
            {withReasons.map(({ key, title }) => (
              <th key={key}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.updates.map((update) => (
            <TableRow
              key={keyOf(update)}
              row={update}
              columns={withReasons}
              {...(canUpdate && {
                pick: {
                  selected: selection.ids.has(keyOf(update)),
                  label: updatesTexts.selectName({ name: update.name }),
                  onChange: (on: boolean) => selection.toggle(keyOf(update), on),
                },
              })}
            />
          ))}
        </tbody>
      </table>
      {run && (
        <UpdatePlanDialog
          title={updatesTexts.updateName({ name: siteName })}
          run={run}
          onClose={() => setRun(null)}
          onStarted={selection.clear}
        />
      )}
      {ignoring && (
        <IgnoreDialog
          items={ignoring}
          site={{ id: siteId, name: siteName }}
          onClose={() => setIgnoring(null)}
          onDone={selection.clear}
        />
      )}
    </section>
  )
}
