import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { findSettings, type SettingsRow, upsertSettings } from './settings-store.ts'
import { combine, contradiction, defaults, TimeSettings, type TimeSettingsInput } from './time-settings.ts'

/** The effective settings of a client and the names of its own. */
export const ClientTimeSettings = TimeSettings.extend({
  client_id: z.int(),
  own: z.array(z.string()).describe('Names of the settings that this client has itself; the others are global.'),
})

export async function readGlobalSettings({ db }: Pick<Context, 'db'>): Promise<TimeSettings> {
  return combine(await findSettings(db, null))
}

export async function readClientSettings({ db }: Pick<Context, 'db'>, clientId: number) {
  const own = await findSettings(db, clientId)
  return { ...combine(await findSettings(db, null), own), client_id: clientId, own: setIn(own) }
}

const setIn = (row: SettingsRow | undefined): string[] =>
  typedKeys(defaults).filter((key) => row !== undefined && row[key] !== null)

/** Returns the names of the changed settings; throws when they contradict each other. */
export async function checkTimeSettings(db: Db, clientId: number | null, input: TimeSettingsInput): Promise<string[]> {
  const general = await findSettings(db, null)
  const own = clientId === null ? undefined : await findSettings(db, clientId)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const after = clientId === null ? combine({ ...general, ...given }) : combine(general, { ...own, ...given })
  const problems = contradiction(after)
  if (problems) throw invalidInput(problems)
  const before = clientId === null ? general : own
  return typedKeys(input).filter((key) => input[key] !== undefined && input[key] !== (before?.[key] ?? null))
}

/** Changes only the given fields. */
export async function changeTimeSettings(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  clientId: number | null,
  input: TimeSettingsInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await checkTimeSettings(trx, clientId, input)
    await upsertSettings(trx, clientId, input, clock.now())
  })
}
