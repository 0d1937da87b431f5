import type { Settings } from '../../../operation/settings.ts'
import { formatDate, formatTimeOfDay, type MailType } from '../../settings/index.ts'
import type { MailContent } from './render-mail.ts'

/** An e-mail of every type with sample data, for previews and test e-mails. */
export function buildSampleMail(type: MailType, settings: Settings, now: Date): MailContent {
  const sample = samples[type](`${formatDate(settings, now)}, ${formatTimeOfDay(settings, now)}`)
  return { ...sample, paragraphs: [...sample.paragraphs, 'This is an example: the sites in it are made up.'] }
}

const samples: Record<MailType, (when: string) => MailContent> = {
  daily_digest: (when) => ({
    paragraphs: [`This is how your sites were on ${when}.`],
    tables: [
      {
        title: 'Updates',
        columns: ['Site', 'WordPress', 'Plugins', 'Themes'],
        rows: [
          ['harbour.example', '6.9', '3', '1'],
          ['lighthouse.example', '–', '1', '0'],
        ],
      },
      { title: 'Not connected', columns: ['Site', 'Since'], rows: [['ferry.example', when]] },
    ],
  }),
  uptime: (when) => ({
    paragraphs: [`harbour.example is down since ${when}.`],
    tables: [{ columns: ['Site', 'Reason'], rows: [['harbour.example', '503 Service Unavailable']] }],
  }),
  site_health: (when) => ({
    paragraphs: [`The health of a site was poor on ${when}.`],
    tables: [{ columns: ['Site', 'Score', 'Wanted'], rows: [['lighthouse.example', '62', '80']] }],
  }),
  deactivated_license_alert: (when) => ({
    paragraphs: [`A licence was found deactivated on ${when}.`],
    tables: [{ columns: ['Extension', 'Licence'], rows: [['Harbour reports', 'deactivated']] }],
  }),
}
