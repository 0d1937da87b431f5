import { route } from '../../operation/address.ts'
import { eraseClient } from './operations/erase-client.ts'
import { exportClientData } from './operations/export-client-data.ts'

const names = { id_or_email: 'client_id_or_email' }

export const addresses = [
  route('POST /clients/{id_or_email}/data/export', exportClientData, { names }),
  route('POST /clients/{id_or_email}/data/erase', eraseClient, { names, message: 'Erasure started.' }),
]
