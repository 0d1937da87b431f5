import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { listInactiveModules, modulesChannel } from './module-store.ts'

/** Knows without asking the database which modules are on; a change in any process reaches it by notice. */
export interface ModuleGate {
  isActive(name: string): boolean
  refresh(): Promise<void>
}

const gates = new WeakMap<Database, ModuleGate>()

export async function openModuleGate(db: Database, notices: Notices): Promise<ModuleGate> {
  let inactive = new Set<string>()
  const gate: ModuleGate = {
    isActive: (name) => !inactive.has(name),
    async refresh() {
      inactive = new Set(await listInactiveModules(db))
    },
  }
  const refreshQuietly = () => void gate.refresh().catch(() => {})
  notices.hear(modulesChannel, refreshQuietly)
  notices.onGap(refreshQuietly)
  await gate.refresh()
  gates.set(db, gate)
  return gate
}

/** Makes a change count: at once in this process, by notice in the others. */
export async function announceModuleChange(db: Database): Promise<void> {
  await sql`select pg_notify(${modulesChannel}, '')`.execute(db)
  await gates.get(db)?.refresh()
}
