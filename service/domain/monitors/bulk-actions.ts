import { z } from 'zod'
import { type BulkAction, bulkAction } from '../../operation/bulk-action.ts'
import { invalidInput } from '../../operation/errors.ts'
import { isEmptyInput } from '../../operation/shapes.ts'
import { updateMonitorSettings } from './operations/update-monitor-settings.ts'
import { monitorFields } from './settings-input.ts'

export const monitorBulkActions: BulkAction[] = [
  bulkAction({
    name: 'change-monitor-settings',
    operation: updateMonitorSettings,
    kind: 'monitor-settings',
    options: z.strictObject(monitorFields).partial(),
    async split(sites, options) {
      if (isEmptyInput(options)) throw invalidInput({ options: 'is empty; name the settings to change' })
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: ({ id }, options) => ({ ...options, site_id_or_domain: id }),
  }),
]
