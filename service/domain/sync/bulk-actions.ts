import { z } from 'zod'
import { type BulkAction, bulkAction } from '../../operation/bulk-action.ts'
import { syncSite } from './operations/sync-site.ts'

export const syncBulkActions: BulkAction[] = [
  bulkAction({
    name: 'sync',
    operation: syncSite,
    kind: 'sync',
    options: z.strictObject({}),
    needsConnection: true,
    inputOf: ({ id }) => ({ site_id_or_domain: id }),
  }),
]
