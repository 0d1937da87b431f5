import type { Actor } from '../../operation/actor.ts'
import type { Customers } from './customers.ts'
import type { DemoContext } from './demo-context.ts'

/** Channels, rules, a webhook and maintenance. Their messages go to a receiver on this machine. */
export async function addNotifications(
  { run, clock }: DemoContext,
  { tags }: Pick<Customers, 'tags'>,
  receiver: string,
): Promise<void> {
  const channel = async (input: object) => (await run<{ id: number }>('add-notification-channel', input)).id
  const chat = await channel({ service: 'slack', name: 'Team chat', target: { url: `${receiver}/chat` } })
  const onCall = await channel({
    ...{ service: 'email', name: 'On-call', with_rule: false },
    target: { to: 'on-call@agency.example' },
  })
  const phone = await channel({
    ...{ service: 'ntfy', name: "Maria's phone", with_rule: false },
    target: { topic: 'agency-alerts', server: receiver },
  })
  const [premium] = tags
  const rules = [
    {
      ...{ name: 'Outages of premium sites', channel_id: phone, types: ['monitor.down'], delay_minutes: 3 },
      ...{
        escalation_channel_id: onCall,
        escalation_minutes: 15,
        ...(premium !== undefined && { tag_ids: [premium] }),
      },
    },
    {
      ...{ name: 'Certificates and domains', channel_id: phone, types: ['certificate.problem', 'domain.expiring'] },
      quiet_hours: { from: '20:00', to: '07:00', except_critical: true },
    },
    {
      ...{ name: 'Updates and jobs', channel_id: chat, digest: 'hourly' },
      types: ['update.installed', 'update.failed', 'job.finished', 'job.failed'],
    },
    { name: 'Critical events', channel_id: onCall, min_severity: 'critical', delay_minutes: 10 },
  ]
  for (const rule of rules) await run('add-notification-rule', rule)
  await run('add-webhook-endpoint', { url: `${receiver}/tickets`, description: 'Ticket system' })
  await addMaintenance({ run, clock }, tags)
}

async function addMaintenance({ run, clock }: Pick<DemoContext, 'run' | 'clock'>, tags: readonly number[]) {
  const [, , , staging, , hosted] = tags
  const at = (hours: number) => new Date(clock.present.getTime() + hours * 3_600_000).toISOString()
  const windows = [
    {
      ...{ title: 'New PHP version on our servers', note: 'Sites are slow for some minutes.', tag_id: hosted },
      ...{ starts_at: at(6), ends_at: at(8) },
    },
    {
      ...{ title: 'Copies of the live sites', note: '', tag_id: staging, weekdays: [7], start_time: '02:00' },
      ...{ duration_minutes: 120, time_zone: 'Europe/Berlin' },
    },
  ]
  for (const { tag_id, ...window } of windows)
    if (tag_id !== undefined) await run('add-maintenance-window', { ...window, tag_id })
}

interface ListedIncident {
  id: number
  ended_at: string | null
}

/** Incidents in several states: the oldest open one is being worked on, later ones are new; past ones are resolved. */
export async function handleIncidents({ run }: DemoContext, worker: Actor): Promise<number> {
  const { items } = await run<{ items: ListedIncident[] }>('list-fleet-incidents', { per_page: 50 })
  const oldestFirst = items.toReversed()
  const past = oldestFirst.filter(({ ended_at }) => ended_at !== null)
  const working = oldestFirst.find(({ ended_at }) => ended_at === null)
  if (working) {
    const incident_id = working.id
    await run('acknowledge-incident', { incident_id, note: 'I call the host.' }, worker)
    await run('assign-incident', { incident_id, user: 'maria' }, worker)
    const text = 'The host confirmed a defective disk. A technician is on the way.'
    await run('add-incident-note', { incident_id, text }, worker)
  }
  for (const { id: incident_id } of past.slice(0, 2)) {
    await run('resolve-incident', { incident_id, note: 'The host restarted the web server.' }, worker)
    const report_text = 'The server of the host was restarted. No data was lost.'
    await run('update-incident-report', { incident_id, report_text }, worker)
  }
  const [reopened] = past.slice(2)
  if (reopened) {
    const incident_id = reopened.id
    await run('resolve-incident', { incident_id, note: 'A plugin was updated.' }, worker)
    await run('reopen-incident', { incident_id, note: 'It went down again.' }, worker)
  }
  return items.length
}
