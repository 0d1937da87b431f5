import { useState } from 'react'
import { EachDialog } from '../actions/each-dialog.tsx'
import { type EachStep, step } from '../actions/run-each.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconArchiveOff, IconDotsVertical, IconEyeOff, IconPencil, IconSend, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { type ContentKind, type ContentRow, keyOfContent } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

type ContentAction = 'publish' | 'unpublish' | 'trash' | 'restore' | 'delete'

const actions = {
  publish: {
    label: postsTexts.publish,
    icon: IconSend,
    appliesTo: (status: string) => !['publish', 'trash'].includes(status),
  },
  unpublish: { label: postsTexts.unpublish, icon: IconEyeOff, appliesTo: (status: string) => status === 'publish' },
  trash: { label: postsTexts.moveToTheTrash, icon: IconTrash, appliesTo: (status: string) => status !== 'trash' },
  restore: { label: postsTexts.restore, icon: IconArchiveOff, appliesTo: (status: string) => status === 'trash' },
  delete: { label: postsTexts.deleteForGood, icon: IconTrash, appliesTo: () => true },
} as const

const order = Object.keys(actions) as ContentAction[]

const stepsFor = (action: ContentAction, rows: readonly ContentRow[], kind: ContentKind): EachStep[] =>
  rows.map((row) => {
    const input = { site_id_or_domain: row.website_id, post_id: row.id }
    const labels = {
      key: keyOfContent(row),
      name: row.title || postsTexts.noTitle,
      where: row.website_name || row.website_url,
    }
    return action === 'delete'
      ? step(kind.remove, input, labels)
      : step(kind.status, { ...input, status: action }, labels)
  })

const useCanRun = (kind: ContentKind) => {
  const can = useCan()
  return (action: ContentAction) => can(action === 'delete' ? kind.remove : kind.status)
}

/** Shows the plan for the selected items, then the outcome of each, since each is on a different site. */
export function ContentDialog({
  action,
  rows,
  kind,
  onClose,
  onDone,
}: {
  action: ContentAction
  rows: readonly ContentRow[]
  kind: ContentKind
  onClose: () => void
  onDone?: () => void
}) {
  const what =
    rows.length === 1
      ? `“${rows[0]!.title || postsTexts.noTitle}”`
      : postsTexts.countOf({ noun: kind.noun, count: rows.length })
  const { label } = actions[action]
  return (
    <EachDialog
      steps={stepsFor(action, rows, kind)}
      title={`${label}: ${what}`}
      action={label}
      danger={action === 'delete'}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

export function ContentRowActions({
  row,
  kind,
  onAction,
}: {
  row: ContentRow
  kind: ContentKind
  onAction: (action: ContentAction) => void
}) {
  const canRun = useCanRun(kind)
  const name = row.title || postsTexts.noTitle
  return (
    <Menu
      className="button quiet square small"
      label={postsTexts.moreForName({ name })}
      trigger={<IconDotsVertical size={17} aria-hidden />}
      entries={[
        {
          label: canRun('publish') ? postsTexts.edit : postsTexts.read,
          icon: IconPencil,
          link: {
            to: '/posts/$siteId/$postId',
            params: { siteId: String(row.website_id), postId: String(row.id) },
            search: kind.noun === 'page' ? { kind: 'page' } : {},
          },
        },
        ...order
          .filter((action) => canRun(action) && actions[action].appliesTo(row.status))
          .map((action) => ({
            label: actions[action].label,
            icon: actions[action].icon,
            danger: action === 'delete',
            onSelect: () => onAction(action),
          })),
      ]}
    />
  )
}

/** Actions for the selected items; an action is offered if it changes at least one of them. */
export function ContentBulkActions({
  rows,
  kind,
  onDone,
}: {
  rows: readonly ContentRow[]
  kind: ContentKind
  onDone: () => void
}) {
  const canRun = useCanRun(kind)
  const [action, setAction] = useState<ContentAction | null>(null)
  return (
    <>
      {order.map((each) => {
        const applicable = rows.filter(({ status }) => actions[each].appliesTo(status))
        if (!canRun(each) || applicable.length === 0) return null
        return (
          <Button key={each} small icon={actions[each].icon} onClick={() => setAction(each)}>
            {actions[each].label}
          </Button>
        )
      })}
      {action && (
        <ContentDialog
          action={action}
          rows={rows.filter(({ status }) => actions[action].appliesTo(status))}
          kind={kind}
          onClose={() => setAction(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

export type { ContentAction }
