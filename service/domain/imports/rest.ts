import { route } from '../../operation/address.ts'
import { describeImport } from './operations/describe-import.ts'
import { importSites } from './operations/import-sites.ts'
import { importUsers } from './operations/import-users.ts'

const queuedMessage = 'Queued as a job: status_url has its progress and results.'

export const addresses = [
  // First, because the dashboard uses the first address of an operation, and titles are too long for a query.
  route('POST /imports/{kind}/columns', describeImport, { id: 'match-import-columns' }),
  route('GET /imports/{kind}', describeImport),
  route('POST /sites/import', importSites, { queuedMessage }),
  route('POST /access/users/import', importUsers, { message: 'Users invited.' }),
]
