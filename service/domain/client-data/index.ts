import type { Feature } from '../../operation/feature.ts'
import { eraseClient } from './operations/erase-client.ts'
import { exportClientData } from './operations/export-client-data.ts'
import { runClientErasure } from './operations/run-client-erasure.ts'
import { addresses } from './rest.ts'

export const clientDataFeature: Feature = {
  name: 'client-data',
  tables: ['client_erasures'],
  operations: [exportClientData, eraseClient, runClientErasure],
  addresses,
  schedule: [{ operation: runClientErasure, cron: '*/10 * * * *' }],
}
