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
import { commentTexts } from './comment-texts.ts'
import { commentsTexts } from './comments-texts.ts'

export type Comment = OutputOf<'list-comments'>['by_site'][string][number]
type ModerateAction = InputOf<'moderate-comment'>['action']
type Status = Comment['comment_status']

export const keyOfComment = ({ website_id, comment_id }: Comment) => `${website_id}:${comment_id}`

export const excerptOf = ({ comment_content }: Comment) =>
  comment_content.length > 80 ? `${comment_content.slice(0, 80)}…` : comment_content

const actions: Record<
  ModerateAction,
  { label: string; done: string; icon: typeof IconBan; appliesTo: readonly Status[] }
> = {
  approve: {
    label: commentsTexts.approve,
    done: 'approved',
    icon: IconThumbUp,
    appliesTo: ['pending', 'spam', 'trash'],
  },
  unapprove: { label: commentsTexts.unapprove, done: 'unapproved', icon: IconThumbDown, appliesTo: ['approved'] },
  spam: {
    label: commentsTexts.spam,
    done: commentsTexts.markedAsSpam,
    icon: IconBan,
    appliesTo: ['approved', 'pending', 'trash'],
  },
  unspam: { label: commentsTexts.notSpam, done: commentsTexts.noLongerSpam, icon: IconArchiveOff, appliesTo: ['spam'] },
  trash: {
    label: commentsTexts.trash,
    done: commentsTexts.inTheTrash,
    icon: IconTrash,
    appliesTo: ['approved', 'pending', 'spam'],
  },
  restore: { label: commentsTexts.restore, done: 'restored', icon: IconArchiveOff, appliesTo: ['trash'] },
  delete: { label: commentsTexts.deleteForGood, done: 'deleted', icon: IconTrash, appliesTo: ['spam', 'trash'] },
}
const order = Object.keys(actions) as ModerateAction[]

const canApply = (action: ModerateAction, { comment_status }: Comment) =>
  actions[action].appliesTo.includes(comment_status)

/** Frequent actions are buttons, since users work through a queue; the others are in a menu. */
export function CommentActions({ comment }: { comment: Comment }) {
  const can = useCan()
  const [deleting, setDeleting] = useState(false)
  if (!can('moderate-comment')) return null
  const { website_id, comment_id, comment_author } = comment
  const input = { site_id_or_domain: website_id, comment_id }
  const authorName = comment_author || commentsTexts.aVisitor
  const run = (action: ModerateAction) =>
    void runAction(
      'moderate-comment',
      { ...input, action },
      {
        doing: commentsTexts.labelCommentOfAuthorname({ label: actions[action].label, authorName }),
        done: commentsTexts.theCommentOfAuthorname({ authorName, done: actions[action].done }),
      },
    )
  const offered = order.filter((action) => canApply(action, comment))
  const quick = offered.filter((action) => action !== 'delete').slice(0, 3)
  return (
    <span className="row-actions">
      {quick.map((action) => (
        <IconButton
          key={action}
          small
          icon={actions[action].icon}
          label={commentsTexts.labelCommentOfAuthorname({ label: actions[action].label, authorName })}
          onClick={() => run(action)}
        />
      ))}
      <Menu
        className="button quiet square small"
        label={commentsTexts.moreForTheComment({ authorName })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={offered.map((action) => ({
          label: actions[action].label,
          icon: actions[action].icon,
          danger: action === 'delete',
          onSelect: () => (action === 'delete' ? setDeleting(true) : run(action)),
        }))}
      />
      {deleting && (
        <EachDialog
          steps={stepsFor('delete', [comment])}
          title={commentsTexts.deleteTheCommentOf({ authorName })}
          action={commentsTexts.deleteForGood}
          danger
          onClose={() => setDeleting(false)}
        />
      )}
    </span>
  )
}

/** One call per site: a call takes all comments of one site. */
function stepsFor(action: ModerateAction, comments: readonly Comment[]): EachStep[] {
  const bySite = Map.groupBy(comments, ({ website_id }) => website_id)
  return [...bySite].map(([site_id_or_domain, own]) => {
    const name = own[0]!.website_name || own[0]!.website_url
    const comment_ids = own.map(({ comment_id }) => comment_id)
    const texts = { key: String(site_id_or_domain), name, where: name, names: own.map(excerptOf) }
    return step('moderate-comments', { site_id_or_domain, action, comment_ids }, texts)
  })
}

const undoable: readonly ModerateAction[] = ['approve', 'unapprove', 'spam', 'unspam', 'restore']

/** Reversible actions run at once; deleting shows its plan first. */
export function CommentBulkActions({ comments, onDone }: { comments: readonly Comment[]; onDone: () => void }) {
  const [planned, setPlanned] = useState<ModerateAction | null>(null)
  const { run } = useEach(false)
  const planOrRun = async (action: ModerateAction) => {
    const selected = comments.filter((comment) => canApply(action, comment))
    if (!undoable.includes(action) || selected.length > 25) return setPlanned(action)
    const texts =
      selected.length === 1 ? commentsTexts.oneComment : commentsTexts.countComments({ count: selected.length })
    const id = toast(`${actions[action].label}: ${texts} …`, { busy: true })
    const { failures, total } = await run(stepsFor(action, selected))
    const [first] = failures
    const tone = failures.length < total || failures.some(({ partial }) => partial) ? 'partial' : 'bad'
    const more = failures.length - 1
    if (first && more > 0)
      toast(commentTexts.failedOnSites({ site: first.step.name, message: first.message, more }), { tone, replaces: id })
    else if (first)
      toast(commentTexts.failedOnSite({ site: first.step.name, message: first.message }), { tone, replaces: id })
    else
      toast(`${texts} ${selected.length === 1 ? 'is' : 'are'} ${actions[action].done}.`, { tone: 'good', replaces: id })
    onDone()
  }
  const requested = comments.filter((comment) => planned !== null && canApply(planned, comment))
  return (
    <>
      {order
        .filter((action) => comments.some((comment) => canApply(action, comment)))
        .map((action) => (
          <Button key={action} small icon={actions[action].icon} onClick={() => void planOrRun(action)}>
            {actions[action].label}
          </Button>
        ))}
      {planned && (
        <EachDialog
          steps={stepsFor(planned, requested)}
          title={`${actions[planned].label}: ${requested.length === 1 ? commentsTexts.oneComment2 : commentsTexts.countComments({ count: requested.length })}`}
          action={actions[planned].label}
          danger={planned === 'delete'}
          onClose={() => setPlanned(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
