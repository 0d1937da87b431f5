import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { ModuleName } from './module-list.ts'
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
  await notices.hear(modulesChannel, refreshQuietly)
  notices.onGap(refreshQuietly)
  await gate.refresh()
  gates.set(db, gate)
  return gate
}

/** For work that does more while a module is on; what belongs to a module altogether says so with `requires`. */
export const isModuleActive = (db: Database, name: ModuleName): boolean => gates.get(db)?.isActive(name) ?? true

/** Makes a change count in this process before it is answered; the others hear of it with the commit. */
export async function refreshModules(db: Database): Promise<void> {
  await gates.get(db)?.refresh()
}
