import type { FleetState } from './fleets.ts'
/** The place does not exist in this state. */
export const notShown = Symbol('not shown')
type Row = Record<FleetState, string | string[] | typeof notShown>
const all = (t: string): Row => ({ 'no sites': t, 'nothing known': t, healthy: t, 'some failed': t, 'all failed': t, stale: t, disconnected: t })
const d = all('')
export const truthTable: Record<string, Record<string, Row>> = {
  '/': { 'Updates waiting': d, 'Open incidents': d, Security: d, 'Failed syncs': d, 'Changed by others': d, Certificates: d, Domains: d, 'Disconnected sites': d, Sites: d },
  '/updates': { header: d, main: d },
  '/updates?view=sites': { main: d },
  '/updates?view=history': { main: d },
  '/sites': { main: d },
  '/sites/1': { main: d },
  '/sites/1/updates': { main: d },
  '/sites/1/monitor': { main: d },
  '/sites/1/connection': { main: d },
  '/sites/1/security': { main: d },
  '/jobs': { main: d },
  '/monitors': { header: d, main: d },
  '/monitors?view=incidents': { main: d },
  '/clients/1': { main: d },
  '/plugins': { main: d },
  '/reports?client=1': { main: d },
}
