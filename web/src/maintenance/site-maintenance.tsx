import { momentText } from '../ui/format/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { maintenanceTexts } from './maintenance-texts.ts'

/** Announces the maintenance of one site. */
export function SiteMaintenance(period: { title: string; note: string; starts_at: string; ends_at: string }) {
  const { title, note, starts_at, ends_at } = period
  return (
    <Notice>
      {Date.parse(starts_at) <= Date.now()
        ? maintenanceTexts.monitorNotice({ title, time: momentText(ends_at) })
        : maintenanceTexts.siteUpcoming({ title, from: momentText(starts_at), to: momentText(ends_at) })}{' '}
      {note}
    </Notice>
  )
}
