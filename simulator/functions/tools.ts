import { list, text } from '../php/form.ts'
import { fromBase64Json, mysqlTime } from '../php/values.ts'
import type { Comment, Post } from '../site/model.ts'
import { type Call, Refusal } from './call.ts'
import { answerGuardCall, guardRequestIn } from './guard.ts'
import { siteToken } from './site-info.ts'

export const cloneInfo = ({ site }: Call): unknown => ({
  dbCharset: 'utf8mb4',
  dbCollate: '',
  table_prefix: 'wp_',
  site_url: false,
  home: site.siteUrl,
})

export const siteIcon = ({ site }: Call): unknown =>
  site.index % 5 === 4 ? [] : { faviIconUrl: `${site.siteUrl}/favicon.ico` }

/** Disconnect by the dashboard; tokens stay valid. */
export function disconnect({ site, effects }: Call): unknown {
  effects.push({ what: 'disconnected', subject: site.connection?.admin ?? '', from: site.connection?.server })
  site.disconnect()
  site.settings.fixed = {}
  return { result: 'success' }
}

export function deactivate({ site, effects }: Call): unknown {
  effects.push({ what: 'connector deactivated', subject: 'mainwp-child/mainwp-child.php' })
  site.deactivateConnector()
  return { deactivated: true }
}

export function updateValues({ site, fields, effects }: Call): unknown {
  const uniqueId = text(fields, 'uniqueId') ?? ''
  effects.push({ what: 'unique ID set', subject: 'uniqueId', from: site.uniqueId, to: uniqueId })
  site.uniqueId = uniqueId
  return { result: 'ok' }
}

/** Ends all sessions of all users, including the caller's. */
export function settingsTools({ site, fields, effects }: Call): unknown {
  if (text(fields, 'action') !== 'force_destroy_sessions') throw new Refusal('Invalid action')
  effects.push({ what: 'sessions ended', subject: String(site.sessions.count) })
  site.sessions.endAll()
  return { success: 1 }
}

const cleaning: Readonly<
  Record<string, { posts?: (post: Post) => boolean; comments?: (comment: Comment) => boolean }>
> = {
  autodraft: { posts: ({ status }) => status === 'auto-draft' },
  trashpost: { posts: ({ status }) => status === 'trash' },
  spam: { comments: ({ status }) => status === 'spam' },
  pending: { comments: ({ status }) => status === 'unapproved' },
  trashcomment: { comments: ({ status }) => status === 'trash' },
}

export function maintenanceSite({ site, fields, effects }: Call): unknown {
  const options = list(fields, 'options') ?? []
  if (options.length === 0) return { status: 'FAIL' }
  for (const option of options) {
    const { posts, comments } = cleaning[option] ?? {}
    if (posts) site.posts = site.posts.filter((post) => !posts(post))
    if (comments) site.comments = site.comments.filter((comment) => !comments(comment))
    effects.push({ what: 'cleaned', subject: option })
  }
  return { status: 'SUCCESS' }
}

export function cachePurge({ effects }: Call): unknown {
  effects.push({ what: 'cache purged', subject: 'none' })
  return { status: 'Disabled', action: 'SUCCESS' }
}

export function passwordPolicySettings({ site, fields, effects }: Call): unknown {
  if (text(fields, 'action') !== 'update_password_policy') throw new Refusal('Invalid action')
  const given = ['max_age_days', 'due_soon_message', 'overdue_message', 'show_notices_to'].flatMap((name) => {
    const value = text(fields, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  site.settings.passwordPolicy = { ...site.settings.passwordPolicy, ...Object.fromEntries(given) }
  effects.push({ what: 'password policy set', subject: given.map(([name]) => name).join(',') })
  return { result: 'SUCCESS' }
}

export function branding({ fields, effects }: Call): unknown {
  if (fromBase64Json(text(fields, 'settings') ?? '') === null) throw new Refusal('Invalid data')
  effects.push({ what: 'branding set', subject: text(fields, 'action') ?? '' })
  return { result: 'SUCCESS' }
}

/** Runs nothing: emulates calls of the update guard and of hiding the version, and answers other code like a site on which it printed 42. */
export function codeSnippet(call: Call): unknown {
  const { site, fields, effects } = call
  const action = text(fields, 'action') ?? ''
  if (site.snippetsForbidden) return { status: 'FAIL' }
  const request = action === 'run_snippet' ? guardRequestIn(text(fields, 'code') ?? '') : null
  if (request) return { status: 'SUCCESS', result: answerGuardCall(call, request) }
  if (action === 'run_snippet' && text(fields, 'code')?.includes('FLOTILLA-VERSION')) {
    if (!site.filesReadOnly) site.settings.fixed = { ...site.settings.fixed, shown_version: true }
    effects.push({ what: 'version hidden', subject: String(!site.filesReadOnly) })
    return { status: 'SUCCESS', result: `FLOTILLA-VERSION ${site.filesReadOnly ? 'not_writable' : 'hidden'} END` }
  }
  effects.push({ what: action, subject: text(fields, 'slug') ?? '' })
  return action === 'run_snippet' ? { status: 'SUCCESS', result: '42' } : { status: 'SUCCESS' }
}

export function backup({ site, fields, now, effects }: Call): unknown {
  const uid = text(fields, 'fileUID') ?? siteToken(site, 'backup', 8)
  const name = `dbBackup-${uid}-${mysqlTime(now).replace(/\D/g, '')}.sql.zip`
  effects.push({ what: 'backup made', subject: name })
  const full = text(fields, 'type') === 'full'
  return { db: full ? false : name, size: 51_407, full: full ? `backup-${uid}.zip` : false }
}

export const missingPlugin = (text: string) => (): unknown => {
  throw new Refusal(text)
}
