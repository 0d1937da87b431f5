import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { activityTexts } from './activity-texts.ts'
import { doneLabels, operationLabels } from './audit-labels.ts'
import { recordedChange } from './recorded-change.ts'

export type Change = RowOf<'list-changes'>

/** Types of changes in the log, with their labels. */
export const changeTypes: readonly { value: string; label: string }[] = [
  { value: 'plugin', label: activityTexts.plugins },
  { value: 'theme', label: activityTexts.themes },
  { value: 'wordpress', label: activityTexts.wordpress },
  { value: 'user', label: activityTexts.users },
  { value: 'post', label: activityTexts.postsAndPages },
  { value: 'comment', label: activityTexts.comments },
  { value: 'file', label: activityTexts.files },
  { value: 'menu', label: activityTexts.menus },
  { value: 'widget', label: activityTexts.widgets },
  { value: 'category', label: activityTexts.categories },
  { value: 'tag', label: activityTexts.tags },
  { value: 'system-setting', label: activityTexts.settings },
  { value: 'database', label: activityTexts.database },
  { value: 'cron-job', label: activityTexts.scheduledTasks },
  { value: 'site', label: activityTexts.theSiteItself },
]

/**
 * "Plugin updated: Akismet 5.3, by anna". An attempt that failed is shown as such, with the reason. Values from sites are
 * rendered as text.
 */
export function ChangeSentence({ change }: { change: Change }) {
  const { description, item, user, action, source, outcome, job_id } = change
  const by = (
    <>
      {user !== '' && <span className="soft"> {activityTexts.byUser({ user })}</span>}
      {job_id !== null && (
        <span className="soft sentence">
          ,{' '}
          <Link to="/jobs/$jobId" params={{ jobId: job_id }}>
            {activityTexts.jobJobid({ jobid: job_id })}
          </Link>
        </span>
      )}
    </>
  )
  if (outcome !== 'done')
    return (
      <span>
        <Badge tone={outcome === 'failed' ? 'bad' : 'warn'}>
          {outcome === 'failed' ? activityTexts.failed : activityTexts.outcomeUnknown}
        </Badge>{' '}
        {recordedChange(description)}
        {by}
      </span>
    )
  const text = source === 'flotilla' ? labelOf(change) : recordedChange(description) || operationLabels(action)
  return (
    <span>
      {text}
      {item !== '' && !text.includes(item) && (
        <>
          : <strong>{item}</strong>
        </>
      )}
      {by}
    </span>
  )
}

/** Changes of items begin with their label; "Akismet updated from 5.2 to 5.3"; others are named after their operation. */
function labelOf({ description, item, action }: Change): string {
  if (action === 'updated' && description !== '') return recordedChange(description)
  const isOfItem = item !== '' && description.endsWith(`: ${item}`) && !description.startsWith(operationLabels(action))
  return isOfItem ? sentence(description.slice(0, -item.length - 2)) : doneLabels(action)
}
