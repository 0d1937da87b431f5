import type { Settings } from '../../../operation/settings.ts'
import type { EventTypeName } from '../../events/index.ts'
import { formatDate, formatTimeOfDay, type MailType } from '../../settings/index.ts'
import { buildChannelMessage } from '../rules/build-channel-message.ts'
import type { MailContent } from './render-mail.ts'

/** An e-mail of every type with sample data, for previews and test e-mails. */
export function buildSampleMail(type: MailType, settings: Settings, now: Date): MailContent {
  const sample = samples[type](settings, now)
  return { ...sample, paragraphs: [...sample.paragraphs, 'This is an example: the sites in it are made up.'] }
}

function sampleMessage(
  settings: Settings,
  now: Date,
  { type, name, data }: { type: EventTypeName; name: string; data: Record<string, unknown> },
): MailContent {
  const site = { site_id: 1, site_name: name, site_url: `https://${name.toLowerCase()}.example/` }
  const event = { type, severity: 'critical' as const, ...site, data, happened_at: now.toISOString() }
  const match = { event, group_key: '203.0.113.7', problem_key: null, is_end: false, is_escalation: false }
  const { title, lines } = buildChannelMessage({ settings, publicUrl: null }, [match], false)
  return { paragraphs: [`${title}.`, ...lines] }
}

/** Uptime and health are built as real events are, so that a preview looks like the e-mail. */
const samples: Record<MailType, (settings: Settings, now: Date) => MailContent> = {
  daily_digest: (settings, now) => ({
    paragraphs: [`This is what your 12 sites need on ${formatMoment(settings, now)}.`],
    tables: [
      {
        title: 'Down',
        columns: ['Site', 'Since', 'Reason'],
        rows: [['Harbour', formatMoment(settings, now), 'The site answered 503; expected 200-206.']],
      },
      { title: 'Not connected', columns: ['Site', 'Reason'], rows: [['Ferry', 'Disconnected in Flotilla.']] },
      {
        title: 'Updates',
        columns: ['What', 'Updates', 'Sites'],
        rows: [
          ['WordPress', '2', '2'],
          ['Plugins', '9', '4'],
        ],
      },
    ],
  }),
  uptime: (settings, now) =>
    sampleMessage(settings, now, {
      ...{ type: 'monitor.down', name: 'Harbour', data: { cause: 'The site answered 503; expected 200-206.' } },
    }),
  site_health: (settings, now) =>
    sampleMessage(settings, now, { type: 'health.poor', name: 'Lighthouse', data: { score: 62 } }),
  deactivated_license_alert: (settings, now) => ({
    paragraphs: [`A licence was found deactivated on ${formatMoment(settings, now)}.`],
    tables: [{ columns: ['Extension', 'Licence'], rows: [['Harbour reports', 'deactivated']] }],
  }),
}

const formatMoment = (settings: Settings, time: Date) =>
  `${formatDate(settings, time)}, ${formatTimeOfDay(settings, time)}`
