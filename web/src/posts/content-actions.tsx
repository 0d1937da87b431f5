import { useState } from 'react'
import { EachDialog } from '../actions/each-dialog.tsx'
import { type EachStep, step } from '../actions/run-each.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconArchiveOff, IconDotsVertical, IconEyeOff, IconPencil, IconSend, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { type ContentKind, type ContentRow, keyOfContent } from './content-kind.ts'

type Act = 'publish' | 'unpublish' | 'trash' | 'restore' | 'delete'

const acts = {
  publish: { label: 'Publish', icon: IconSend, suits: (status: string) => !['publish', 'trash'].includes(status) },
  unpublish: { label: 'Unpublish', icon: IconEyeOff, suits: (status: string) => status === 'publish' },
  trash: { label: 'Move to the trash', icon: IconTrash, suits: (status: string) => status !== 'trash' },
  restore: { label: 'Restore', icon: IconArchiveOff, suits: (status: string) => status === 'trash' },
  delete: { label: 'Delete for good', icon: IconTrash, suits: () => true },
} as const

const order = Object.keys(acts) as Act[]

const stepsFor = (act: Act, rows: readonly ContentRow[], kind: ContentKind): EachStep[] =>
  rows.map((row) => {
    const input = { site_id_or_domain: row.website_id, post_id: row.id }
    const words = {
      key: keyOfContent(row),
      name: row.title || '(no title)',
      where: row.website_name || row.website_url,
    }
    return act === 'delete' ? step(kind.remove, input, words) : step(kind.status, { ...input, status: act }, words)
  })

const useMay = (kind: ContentKind) => {
  const can = useCan()
  return (act: Act) => can(act === 'delete' ? kind.remove : kind.status)
}

/** The plan of what was chosen, and then its outcome, one by one: each stands on a site of its own. */
export function ContentDialog({
  act,
  rows,
  kind,
  onClose,
  onDone,
}: {
  act: Act
  rows: readonly ContentRow[]
  kind: ContentKind
  onClose: () => void
  onDone?: () => void
}) {
  const what = rows.length === 1 ? `“${rows[0]!.title || '(no title)'}”` : `${rows.length} ${kind.plural}`
  const { label } = acts[act]
  return (
    <EachDialog
      steps={stepsFor(act, rows, kind)}
      title={`${label}: ${what}`}
      action={label}
      danger={act === 'delete'}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

export function ContentRowActions({
  row,
  kind,
  onAct,
}: {
  row: ContentRow
  kind: ContentKind
  onAct: (act: Act) => void
}) {
  const may = useMay(kind)
  const name = row.title || 'this'
  return (
    <Menu
      className="button quiet square small"
      label={`More for ${name}`}
      trigger={<IconDotsVertical size={17} aria-hidden />}
      entries={[
        {
          label: may('publish') ? 'Edit' : 'Read',
          icon: IconPencil,
          link: {
            to: '/posts/$siteId/$postId',
            params: { siteId: String(row.website_id), postId: String(row.id) },
            search: kind.noun === 'page' ? { kind: 'page' } : {},
          },
        },
        ...order
          .filter((act) => may(act) && acts[act].suits(row.status))
          .map((act) => ({
            label: acts[act].label,
            icon: acts[act].icon,
            danger: act === 'delete',
            onSelect: () => onAct(act),
          })),
      ]}
    />
  )
}

/** What can be done with the chosen ones; only what changes at least one of them is offered. */
export function ContentBulkActions({
  rows,
  kind,
  onDone,
}: {
  rows: readonly ContentRow[]
  kind: ContentKind
  onDone: () => void
}) {
  const may = useMay(kind)
  const [act, setAct] = useState<Act | null>(null)
  return (
    <>
      {order.map((each) => {
        const suited = rows.filter(({ status }) => acts[each].suits(status))
        if (!may(each) || suited.length === 0) return null
        return (
          <Button key={each} small icon={acts[each].icon} onClick={() => setAct(each)}>
            {acts[each].label}
          </Button>
        )
      })}
      {act && (
        <ContentDialog
          act={act}
          rows={rows.filter(({ status }) => acts[act].suits(status))}
          kind={kind}
          onClose={() => setAct(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

export type { Act as ContentAct }
