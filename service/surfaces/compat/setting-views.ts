import { map, text, without } from './values.ts'
import type { NamedValues, RouteView, ViewContext, Views } from './view.ts'

/** A value of ours → the form in which they send it, by setting. */
type Forms = Record<string, (value: never) => unknown>

const applied = (settings: NamedValues, forms: Forms): NamedValues =>
  Object.fromEntries(
    // A form takes the value of its setting.
    Object.entries(settings).map(([name, value]) => [name, forms[name] ? forms[name](value as never) : value]),
  )

const truth = (value: number) => value === 1
const textOrFalse = (value: string) => (value === '' ? false : value)

/** Minutes as `5m` or `1h`. */
const duration = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`)

const generalForms: Forms = {
  sidebar_position: truth,
  svc_widgets: (widgets: object) => (Object.keys(widgets).length === 0 ? false : widgets),
  svc_enable_legacy_backup_feature: text,
  svc_backups_on_server: textOrFalse,
  svc_backup_on_external_sources: textOrFalse,
  svc_archive_format: textOrFalse,
  svc_notification_on_backup_fail: truth,
  svc_notification_on_backup_start: truth,
  svc_chunked_backup_tasks: truth,
}

/** The settings that they send as false where ours are 0, "" or {}. */
const offValues: NamedValues = {
  sidebar_position: 0,
  svc_widgets: {},
  svc_backups_on_server: '',
  svc_backup_on_external_sources: '',
  svc_archive_format: '',
  svc_notification_on_backup_fail: 0,
  svc_notification_on_backup_start: 0,
  svc_chunked_backup_tasks: 0,
}

const fromGeneral = (sent: NamedValues): NamedValues =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (!(name in offValues)) return [name, value]
      if (value === false) return [name, offValues[name]]
      return [name, value === true ? 1 : value]
    }),
  )

const monitoringForms: Forms = {
  svc_uptime_monitoring_interval: duration,
  svc_uptime_monitoring_up_status_codes: (codes: number[]) => codes.map(text),
}

interface Provider {
  enabled: boolean
  secrets: Record<string, string>
  [field: string]: unknown
}

/** Theirs names the secret of every provider except this one. */
const withoutKey = 'cpanel'

const showProviders = ({ api_backups }: { api_backups: Record<string, Provider> }): NamedValues => ({
  api_backups: Object.fromEntries(
    Object.entries(api_backups).map(([name, { enabled, secrets, ...fields }]) => [
      name,
      {
        ...fields,
        enabled: enabled ? 1 : 0,
        secrets: name === withoutKey ? map(Object.entries(secrets)) : { api_key: '', ...secrets },
      },
    ]),
  ),
})

/** Reading and changing one group, with its settings in their form. */
function group(name: string, show: (settings: never) => unknown, input?: RouteView['input']): Views {
  return {
    [`GET /settings/${name}`]: { body: (settings: never) => ({ success: 1, data: show(settings) }) },
    [`PUT|PATCH /settings/${name}/edit`]: {
      ...(input && { input }),
      body: (settings: never, { own }: ViewContext) => ({
        success: 1,
        message: own.message,
        data: show(settings),
      }),
    },
  }
}

interface Email {
  heading: string
  type: string
  subject: string
  recipients: string
  disable: number
}

const showEmail = ({ heading, type, subject, recipients, disable }: Email) => ({
  heading,
  type,
  subject,
  recipients,
  disable,
})

/** Settings that only we have. */
const ownAdvanced = [
  'svc_rest_batch_items_limit',
  'svc_rest_credentials_in_query',
  'audit_retention_days',
  'update_history_retention_days',
  'report_deliveries_retention_days',
]

/** Settings of ours that they do not have are left out; `/api/v2` has them. */
export const settingViews: Views = {
  ...group('general', (settings: NamedValues) => applied(settings, generalForms), fromGeneral),
  ...group('advanced', (settings: NamedValues) => without(settings, ...ownAdvanced)),
  ...group('monitoring', (settings: NamedValues) =>
    applied(
      without(settings, 'svc_uptime_monitoring_interval_seconds', 'svc_uptime_monitoring_retention_days'),
      monitoringForms,
    ),
  ),
  ...group('tools', (settings: NamedValues) => without(settings, 'chat_widget')),
  ...group('dashboard-insights', (settings: NamedValues) => settings),
  ...group('cost-tracker', (settings: NamedValues & { payment_methods: Record<string, string> }) => ({
    ...settings,
    payment_methods: map(Object.entries(settings.payment_methods)),
  })),
  'GET /settings/api-backups': {
    body: (settings: { api_backups: Record<string, Provider> }) => ({ success: 1, data: showProviders(settings) }),
  },
  'GET /settings/emails': {
    body: ({ emails }: { emails: Email[] }) => ({ success: 1, data: emails.map(showEmail) }),
  },
  'PUT|PATCH /settings/emails/{mail_type}/edit': {
    body: (email: Email, { own }: ViewContext) => {
      const { type: _, ...data } = showEmail(email)
      return { success: 1, message: own.message, data }
    },
  },
}
