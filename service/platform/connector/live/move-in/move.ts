import type { FlotillaClient } from './flotilla-client.ts'
import type { MoveOptions } from './move-options.ts'
import type { OldDashboard } from './old-dashboard.ts'

export interface SiteOfMove {
  site_id: number
  old_id: number
  name: string
  url: string
  status: string
  state: string
}

/** Shared state of the steps. */
export interface Move {
  options: MoveOptions
  flotilla: FlotillaClient
  old: OldDashboard
  script: { script_id: string; fingerprint: string; content: string }
  file: string
  moveInId: number
  sites: SiteOfMove[]
}
