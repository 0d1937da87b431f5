import { route } from '../../operation/address.ts'
import { listModules } from './operations/list-modules.ts'
import { switchModule } from './operations/switch-module.ts'

export const addresses = [
  route('GET /modules', listModules, { list: 'modules' }),
  route('PUT|PATCH /modules/{name}', switchModule, { message: 'Module switched.' }),
]
