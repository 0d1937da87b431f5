import type { Db } from '../../../platform/database/database.ts'
import { hasCosts } from '../../costs/index.ts'
import { changeSettingsIn, costTracker, isSettingStored, readSettings } from '../../settings/index.ts'
import type { Decision } from './decide.ts'
import { openSourceSettings } from './move-in-record.ts'
import type { MoveInRow } from './move-in-store.ts'

export const currencyActions = ['same', 'set', 'keep'] as const

/** `set`: the currency here becomes that of there. `keep`: it stays, and prices keep their number. */
export interface CurrencyDecision {
  there: string
  here: string
  action: (typeof currencyActions)[number]
}

/** Null: the file has no costs to import, or does not say their currency. */
export async function decideCurrency(
  db: Db,
  moveIn: MoveInRow,
  costs: readonly Decision[],
): Promise<CurrencyDecision | null> {
  const { currency: there } = openSourceSettings(moveIn.settings)
  if (there === '' || !costs.some(({ action }) => action === 'create')) return null
  const { currency: here } = await readSettings(db, costTracker)
  if (there === here) return { there, here, action: 'same' }
  // All prices here have one currency: it changes only where none was chosen and no price would change its meaning.
  const isFree = !(await isSettingStored(db, costTracker, 'currency')) && !(await hasCosts(db))
  const isKnown = costTracker.settings.currency.storedSchema.safeParse(there).success
  return { there, here, action: isFree && isKnown ? 'set' : 'keep' }
}

/** The caller refreshes the settings after the commit. */
export async function setCurrency(trx: Db, currency: string, now: Date): Promise<void> {
  await changeSettingsIn(trx, costTracker, { currency }, now)
}
