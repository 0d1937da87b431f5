import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { modules } from './module-list.ts'
import { listInactiveModules } from './module-store.ts'

export const Module = z.object({ name: z.string(), label: z.string(), summary: z.string(), active: z.boolean() })

/** All modules in their order. Asks the database, since another process may have switched one a moment ago. */
export async function describeModules(db: Db) {
  const inactive = await listInactiveModules(db)
  return modules.map((module) => ({ ...module, active: !inactive.includes(module.name) }))
}
