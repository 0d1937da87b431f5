import type { Feature } from '../../operation/feature.ts'
import { listModules } from './operations/list-modules.ts'
import { switchModule } from './operations/switch-module.ts'
import { addresses } from './rest.ts'

export const modulesFeature: Feature = {
  name: 'modules',
  tables: ['modules'],
  operations: [listModules, switchModule],
  addresses,
}

export { describeModules, Module } from './describe-modules.ts'
export { type ModuleGate, openModuleGate } from './module-gate.ts'
export { type ModuleName, moduleNames } from './module-list.ts'
