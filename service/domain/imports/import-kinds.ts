import type { ImportKind } from '../../operation/import-columns.ts'
import { clientImport } from '../clients/index.ts'
import { costImport } from '../costs/index.ts'
import { siteImport } from '../sites/index.ts'
import { siteUserImport } from '../users/index.ts'
import { userImport } from './user-columns.ts'

export const kindNames = ['sites', 'clients', 'costs', 'users', 'site-users'] as const

export const importKinds: Record<(typeof kindNames)[number], ImportKind> = {
  sites: siteImport,
  clients: clientImport,
  costs: costImport,
  users: userImport,
  'site-users': siteUserImport,
}
