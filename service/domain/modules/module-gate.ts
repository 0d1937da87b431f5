import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { ModuleName } from './module-list.ts'
import { listInactiveModules, modulesChannel } from './module-store.ts'

/** The state of the modules in memory, updated by notices of every process. */
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
  await notices.subscribe(modulesChannel, refreshQuietly)
  notices.onGap(refreshQuietly)
  await gate.refresh()
  gates.set(db, gate)
  return gate
}

/** For code that does more while a module is on. Operations of a module use `requires` instead. */
export const isModuleActive = (db: Database, name: ModuleName): boolean => gates.get(db)?.isActive(name) ?? true

/** Applies a change in this process; the others get a notice with the commit. */
export async function refreshModules(db: Database): Promise<void> {
  await gates.get(db)?.refresh()
}
