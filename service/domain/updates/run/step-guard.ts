import type { Context } from '../../../operation/context.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import type { SiteRow } from '../../sites/index.ts'
import type { GuardRecord } from './gates/update-check-store.ts'
import type { RunItem } from './update-outcome.ts'

/** The guards of one run on one site. No guard can be armed yet, so nothing is restored. */
export class StepGuards {
  readonly probeHeaders: Record<string, string> = {}
  readonly records: GuardRecord[] = []

  // biome-ignore lint/complexity/noUselessConstructor: the guard will use all of them
  constructor(_context: Context, _site: SiteRow, _how: How) {}

  isArmed(_item: RunItem): boolean {
    return false
  }

  reasonOf(_item: RunItem): string {
    return 'This version of Flotilla cannot arm one.'
  }

  async arm(_run: string, _items: readonly (RunItem & { vulnerable: boolean })[]): Promise<void> {}

  async readNotes(): Promise<Map<string, GuardRecord>> {
    return new Map()
  }

  /** Why the old version is not back; null when it is. */
  async restore(_item: RunItem): Promise<string | null> {
    return 'It has no guard.'
  }

  async disarm(): Promise<void> {}
}
