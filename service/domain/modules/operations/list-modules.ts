import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { modules } from '../module-list.ts'
import { listInactiveModules } from '../module-store.ts'

export const listModules = operation({
  name: 'list-modules',
  summary: 'List the optional modules and whether each is switched on.',
  effect: 'read',
  permission: 'modules.read',
  input: z.strictObject({}),
  output: z.object({
    modules: z.array(z.object({ name: z.string(), label: z.string(), summary: z.string(), active: z.boolean() })),
    total: z.int(),
  }),
}).does(async (_input, { db }) => {
  const inactive = await listInactiveModules(db)
  return {
    modules: modules.map((module) => ({ ...module, active: !inactive.includes(module.name) })),
    total: modules.length,
  }
})
