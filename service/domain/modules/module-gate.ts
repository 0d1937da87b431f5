import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { ModuleName } from './module-list.ts'
import { listInactiveModules, modulesChannel } from './module-store.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    modules: ModuleGate
  }
}

/** The state of the modules in memory, updated by notices of every process. */
export interface ModuleGate {
  /** For code that does more while a module is on. Operations of a module use `requires` instead. */
  isActive(name: ModuleName): boolean
  /** Applies a change in this process; the others get a notice with the commit. */
  refresh(): Promise<void>
}

export async function openModuleGate(db: Database, notices: Notices): Promise<ModuleGate> {
  let inactive = new Set<string>()
  const gate: ModuleGate = {
    isActive: (name) => !inactive.has(name),
    async refresh() {
      inactive = new Set(await listInactiveModules(db))
    },
  }
  await notices.keepFresh('modules', modulesChannel, gate.refresh)
  await gate.refresh()
  return gate
}
