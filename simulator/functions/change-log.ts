import { group, list, text } from '../php/form.ts'
import { integer, isEmpty, map } from '../php/values.ts'
import type { LogEvent, OutsideAction } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import type { Call } from './call.ts'

/** Stores the settings in `params_logs`; false when it was not sent. */
export function storeLogSettings({ site, fields }: Call): boolean {
  const parameters = group(fields, 'params_logs')
  if (!parameters) return false
  const { settings } = site
  if (parameters.ignore_sync_changes_logs !== undefined) {
    settings.ignoredEvents = (list(parameters, 'ignore_sync_changes_logs') ?? []).map(integer)
  }
  if (parameters.ignore_sync_nonmainwp_actions !== undefined) {
    settings.ignoredActions = list(parameters, 'ignore_sync_nonmainwp_actions') ?? []
  }
  if (parameters.child_logs_ttl !== undefined) {
    settings.eventDays = integer(text(parameters, 'child_logs_ttl') ?? '')
    // Off when the other field is missing, as in the real plugin.
    settings.eventsEnabled = !isEmpty(text(parameters, 'child_logs_enabled'))
  }
  return true
}

function actionItem({ context, action, login, created, summary, name, slug }: OutsideAction, site: Site) {
  const user = site.user(login)
  return {
    context,
    action,
    action_user: login,
    created,
    summary,
    meta_data: {
      user_meta: {
        wp_user_id: user?.id ?? 0,
        display_name: user?.displayName ?? login,
        role: user?.role ?? '',
        user_role_label: user ? user.role.charAt(0).toUpperCase() + user.role.slice(1) : '',
        agent: '',
        full_name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim(),
        username: login,
        ip: '203.0.113.9',
        action_user: login,
      },
      extra_info: { name, slug },
      slug,
    },
    duration: 0.0355,
  }
}

/** Stream 1: entries strictly newer than the cursor. */
export function actionsData({ site, fields, now }: Call): Record<string, unknown> | [] {
  const days = integer(text(fields, 'child_actions_saved_days_number') ?? '')
  if (days > 0) site.settings.actionDays = Math.min(180, Math.max(3, days))
  const after = Number(text(fields, 'child_actions_last_created') ?? 0) || 0
  const kept = site.actions.filter(({ created }) => created > now - site.settings.actionDays * 86400)
  if (kept.length < site.actions.length) site.actions = kept
  return map(
    kept
      .filter(({ created }) => Math.round(created * 10_000) / 10_000 > after)
      .map((action) => [action.key, actionItem(action, site)] as const),
  )
}

/** The child loses the leading zeros of the fraction (and, as it is a float, the trailing ones). */
export function sentTime({ seconds, micros }: LogEvent): string {
  const fraction = String(micros).padStart(6, '0').replace(/0+$/, '').replace(/^0+/, '')
  return fraction === '' ? String(seconds) : `${seconds}.${fraction}`
}

function eventItem(event: LogEvent, site: Site): Record<string, unknown> {
  const user = site.user(event.login)
  return {
    id: event.id,
    blog_id: site.network?.blogId ?? 1,
    log_type_id: event.type,
    created_on: sentTime(event),
    client_ip: event.ip,
    context: event.context,
    action_name: event.action,
    user_agent: event.agent,
    user_roles: user?.role ?? '',
    username: event.login,
    user_id: user?.id ?? 0,
    duration: 0,
    post_status: event.post?.status ?? '',
    post_type: event.post?.type ?? '',
    post_id: event.post?.id ?? 0,
    meta_data: {
      ...event.meta,
      // Only in a network; the number is sent above.
      ...(site.network && { siteurl: site.siteUrl }),
      user_data: { first_name: user?.firstName ?? '', last_name: user?.lastName ?? '' },
      user_meta: {
        wp_user_id: user?.id ?? 0,
        display_name: user?.displayName ?? event.login,
        agent: '',
        action_user: event.login,
      },
    },
  }
}

/** Stream 2: oldest first, at most `events_count` rows; "" when not requested. */
export function eventsData({ site, fields, now }: Call): Record<string, unknown> | [] | '' {
  const parameters = group(fields, 'params_logs')
  const max = integer(text(parameters ?? {}, 'events_count') ?? '')
  if (!parameters || max <= 0) return ''
  const newer = Number(text(parameters, 'newer_than') ?? 0) || 0
  const older = Number(text(parameters, 'older_than') ?? 0) || Number.POSITIVE_INFINITY
  const { eventDays, ignoredEvents } = site.settings
  const kept = site.events.filter(({ seconds }) => seconds > now - eventDays * 86400)
  if (kept.length < site.events.length) site.events = kept
  const rows = kept.filter((event) => {
    const real = event.seconds + event.micros / 1_000_000
    return real > newer && real < older && !ignoredEvents.includes(event.type)
  })
  return map(rows.slice(0, max).map((event) => [String(event.id), eventItem(event, site)] as const))
}

export function deleteActions({ site, effects }: Call): unknown {
  effects.push({ what: 'action log emptied', subject: String(site.actions.length) })
  site.actions = []
  return { success: 'ok' }
}

export function cleanUpLogs({ site, effects }: Call): unknown {
  effects.push({ what: 'activity log emptied', subject: String(site.events.length) })
  site.events = []
  return { success: 1, dbsize_activitylogs: 114_688 }
}
