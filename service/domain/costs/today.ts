import type { Context } from '../../operation/context.ts'
import { type Day, dayOf } from './calendar.ts'

/** What day it is for renewals: that of UTC, in one place, because a time zone becomes a setting. */
export const todayOf = ({ clock }: Pick<Context, 'clock'>): Day => dayOf(clock.now())
