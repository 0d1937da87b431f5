import { momentText } from '../ui/format/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { maintenanceTexts } from './maintenance-texts.ts'

/** For the page of a monitor whose site is in maintenance. */
export function MonitorMaintenance({ maintenance }: { maintenance: { title: string; ends_at: string } }) {
  const { title, ends_at } = maintenance
  return <Notice>{maintenanceTexts.monitorNotice({ title, time: momentText(ends_at) })}</Notice>
}
