import type { RowOf } from '../api/call.ts'
import { doneLabels, operationLabels } from './audit-labels.ts'

export type Change = RowOf<'list-changes'>

/** Types of changes in the log, with their labels. */
export const changeTypes: readonly { value: string; label: string }[] = [
  { value: 'plugin', label: 'Plugins' },
  { value: 'theme', label: 'Themes' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'user', label: 'Users' },
  { value: 'post', label: 'Posts and pages' },
  { value: 'comment', label: 'Comments' },
  { value: 'file', label: 'Files' },
  { value: 'menu', label: 'Menus' },
  { value: 'widget', label: 'Widgets' },
  { value: 'category', label: 'Categories' },
  { value: 'tag', label: 'Tags' },
  { value: 'system-setting', label: 'Settings' },
  { value: 'database', label: 'Database' },
  { value: 'cron-job', label: 'Scheduled tasks' },
  { value: 'site', label: 'The site itself' },
]

/** "Plugin updated: Akismet 5.3, by anna". Values from sites are rendered as text. */
export function ChangeSentence({ change: { description, item, user, action, source } }: { change: Change }) {
  return (
    <span>
      {source === 'flotilla' ? doneLabels(action) : description || operationLabels(action)}
      {item !== '' && (
        <>
          : <strong>{item}</strong>
        </>
      )}
      {user !== '' && <span className="soft"> by {user}</span>}
    </span>
  )
}
