import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { modules } from './module-list.ts'
import { listInactiveModules } from './module-store.ts'

export const Module = z.object({ name: z.string(), label: z.string(), summary: z.string(), active: z.boolean() })

/** Reads the database, because a notice of another process may not have arrived yet. */
export async function describeModules(db: Db) {
  const inactive = await listInactiveModules(db)
  return modules.map((module) => ({ ...module, active: !inactive.includes(module.name) }))
}
