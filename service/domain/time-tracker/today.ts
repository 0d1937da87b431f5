import type { Context } from '../../operation/context.ts'
import { formatTime } from '../../platform/format-time.ts'

/** Today in the configured time zone. */
export const todayOf = ({ clock, settings }: Pick<Context, 'clock' | 'settings'>): string =>
  formatTime('Y-m-d', clock.now(), settings.get('general').timezone_string)
