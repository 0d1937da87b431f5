import type { Settings } from '../../../operation/settings.ts'
import { formatDate, formatTimeOfDay, type MailType } from '../../settings/index.ts'
import { buildMail } from '../build-message.ts'
import type { EventRow } from '../event-store.ts'
import type { MailContent } from './render-mail.ts'

/** An e-mail of every type with sample data, for previews and test e-mails. */
export function buildSampleMail(type: MailType, settings: Settings, now: Date): MailContent {
  const sample = samples[type](settings, now)
  return { ...sample, paragraphs: [...sample.paragraphs, 'This is an example: the sites in it are made up.'] }
}

const sampleEvent = (kind: EventRow['kind'], name: string, cause: string, now: Date): EventRow => ({
  ...{ id: 1, key: 'sample', kind, cause, address: '203.0.113.7', addressed_at: null },
  ...{ site_id: 1, site_name: name, site_url: `https://${name.toLowerCase()}.example/` },
  ...{ happened_at: now, began_at: null, created_at: now },
})

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
    buildMail(settings, [sampleEvent('down', 'Harbour', 'The site answered 503; expected 200-206.', now)]).content,
  site_health: (settings, now) => buildMail(settings, [sampleEvent('health', 'Lighthouse', '62 of 100', now)]).content,
  deactivated_license_alert: (settings, now) => ({
    paragraphs: [`A licence was found deactivated on ${formatMoment(settings, now)}.`],
    tables: [{ columns: ['Extension', 'Licence'], rows: [['Harbour reports', 'deactivated']] }],
  }),
}

const formatMoment = (settings: Settings, time: Date) =>
  `${formatDate(settings, time)}, ${formatTimeOfDay(settings, time)}`
