import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { moduleNames } from '../module-list.ts'
import { listInactiveModules, setModuleActive } from '../module-store.ts'

export const switchModule = operation({
  name: 'switch-module',
  summary: 'Switch an optional module on or off. Its data stays; its schedules are paused while it is off.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ name: z.enum(moduleNames), active: z.boolean() }),
  output: z.object({ name: z.string(), active: z.boolean() }),
})
  .plans(async ({ name, active }, { db }) => {
    const isActive = !(await listInactiveModules(db)).includes(name)
    return { name, would_affect: isActive === active ? [] : [{ name, active }] }
  })
  .does(async ({ name, active }, { db, clock, modules, recordChange }) => {
    await db.transaction().execute(async (trx) => {
      await setModuleActive(trx, name, active, clock.now())
      await recordChange(trx)
    })
    await modules.refresh()
    return { name, active }
  })
