import { Notice } from '../ui/notice.tsx'
import { formatMoment } from './maintenance-labels.ts'
import { maintenanceTexts } from './maintenance-texts.ts'

/** Announces the maintenance of one site. */
export function SiteMaintenance(period: { title: string; note: string; starts_at: string; ends_at: string }) {
  const { title, note, starts_at, ends_at } = period
  return (
    <Notice>
      {Date.parse(starts_at) <= Date.now()
        ? maintenanceTexts.monitorNotice({ title, time: formatMoment(ends_at) })
        : maintenanceTexts.siteUpcoming({ title, from: formatMoment(starts_at), to: formatMoment(ends_at) })}{' '}
      {note}
    </Notice>
  )
}
