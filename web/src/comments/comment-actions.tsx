import { useState } from 'react'
import type { InputOf, OutputOf } from '../../../contract/client.ts'
import { EachDialog } from '../actions/each-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { type EachStep, step, useEach } from '../actions/run-each.ts'
import { useCan } from '../api/session.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { IconArchiveOff, IconBan, IconDotsVertical, IconThumbDown, IconThumbUp, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

export type Comment = OutputOf<'list-comments'>['by_site'][string][number]
type Act = InputOf<'moderate-comment'>['action']
type Status = Comment['comment_status']

export const keyOfComment = ({ website_id, comment_id }: Comment) => `${website_id}:${comment_id}`

export const excerptOf = ({ comment_content }: Comment) =>
  comment_content.length > 80 ? `${comment_content.slice(0, 80)}…` : comment_content

const acts: Record<Act, { label: string; done: string; icon: typeof IconBan; suits: readonly Status[] }> = {
  approve: { label: 'Approve', done: 'approved', icon: IconThumbUp, suits: ['pending', 'spam', 'trash'] },
  unapprove: { label: 'Unapprove', done: 'unapproved', icon: IconThumbDown, suits: ['approved'] },
  spam: { label: 'Spam', done: 'marked as spam', icon: IconBan, suits: ['approved', 'pending', 'trash'] },
  unspam: { label: 'Not spam', done: 'no longer spam', icon: IconArchiveOff, suits: ['spam'] },
  trash: { label: 'Trash', done: 'in the trash', icon: IconTrash, suits: ['approved', 'pending', 'spam'] },
  restore: { label: 'Restore', done: 'restored', icon: IconArchiveOff, suits: ['trash'] },
  delete: { label: 'Delete for good', done: 'deleted', icon: IconTrash, suits: ['spam', 'trash'] },
}
const order = Object.keys(acts) as Act[]

const fits = (act: Act, { comment_status }: Comment) => acts[act].suits.includes(comment_status)

/** The quick ones as buttons, since a queue is worked off; the rest in a menu. */
export function CommentActions({ comment }: { comment: Comment }) {
  const can = useCan()
  const [deleting, setDeleting] = useState(false)
  if (!can('moderate-comment')) return null
  const { website_id, comment_id, comment_author } = comment
  const input = { site_id_or_domain: website_id, comment_id }
  const whose = comment_author || 'a visitor'
  const run = (action: Act) =>
    void runAction(
      'moderate-comment',
      { ...input, action },
      { doing: `${acts[action].label}: comment of ${whose}`, done: `The comment of ${whose} is ${acts[action].done}` },
    )
  const offered = order.filter((act) => fits(act, comment))
  const quick = offered.filter((act) => act !== 'delete').slice(0, 3)
  return (
    <span className="row-actions">
      {quick.map((act) => (
        <IconButton
          key={act}
          small
          icon={acts[act].icon}
          label={`${acts[act].label}: comment of ${whose}`}
          onClick={() => run(act)}
        />
      ))}
      <Menu
        className="button quiet square small"
        label={`More for the comment of ${whose}`}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={offered.map((act) => ({
          label: acts[act].label,
          icon: acts[act].icon,
          danger: act === 'delete',
          onSelect: () => (act === 'delete' ? setDeleting(true) : run(act)),
        }))}
      />
      {deleting && (
        <EachDialog
          steps={stepsFor('delete', [comment])}
          title={`Delete the comment of ${whose}`}
          action="Delete for good"
          danger
          onClose={() => setDeleting(false)}
        />
      )}
    </span>
  )
}

/** One call per site: a site takes all its comments at once. */
function stepsFor(action: Act, comments: readonly Comment[]): EachStep[] {
  const bySite = Map.groupBy(comments, ({ website_id }) => website_id)
  return [...bySite].map(([site_id_or_domain, own]) => {
    const name = own[0]!.website_name || own[0]!.website_url
    const comment_ids = own.map(({ comment_id }) => comment_id)
    const words = { key: String(site_id_or_domain), name, where: name, names: own.map(excerptOf) }
    return step('moderate-comments', { site_id_or_domain, action, comment_ids }, words)
  })
}

const undoable: readonly Act[] = ['approve', 'unapprove', 'spam', 'unspam', 'restore']

/** What can be undone is done at once; what throws away shows its plan. */
export function CommentBulkActions({ comments, onDone }: { comments: readonly Comment[]; onDone: () => void }) {
  const [planned, setPlanned] = useState<Act | null>(null)
  const { run } = useEach(false)
  const go = async (action: Act) => {
    const chosen = comments.filter((comment) => fits(action, comment))
    if (!undoable.includes(action) || chosen.length > 25) return setPlanned(action)
    const words = chosen.length === 1 ? 'One comment' : `${chosen.length} comments`
    const id = toast(`${acts[action].label}: ${words} …`, { busy: true })
    const { failures } = await run(stepsFor(action, chosen))
    const [first] = failures
    if (first) toast(`${first.step.name}: ${first.message}`, { tone: 'bad', replaces: id })
    else toast(`${words} ${chosen.length === 1 ? 'is' : 'are'} ${acts[action].done}.`, { tone: 'good', replaces: id })
    onDone()
  }
  const wanted = comments.filter((comment) => planned !== null && fits(planned, comment))
  return (
    <>
      {order
        .filter((act) => comments.some((comment) => fits(act, comment)))
        .map((act) => (
          <Button key={act} small icon={acts[act].icon} onClick={() => void go(act)}>
            {acts[act].label}
          </Button>
        ))}
      {planned && (
        <EachDialog
          steps={stepsFor(planned, wanted)}
          title={`${acts[planned].label}: ${wanted.length === 1 ? 'one comment' : `${wanted.length} comments`}`}
          action={acts[planned].label}
          danger={planned === 'delete'}
          onClose={() => setPlanned(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
