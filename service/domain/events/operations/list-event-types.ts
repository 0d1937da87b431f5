import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { eventTypes } from '../event-catalogue.ts'
import { EventSeverity } from '../event-type.ts'

export const listEventTypes = operation({
  name: 'list-event-types',
  summary: 'List the types of events, with the JSON schema of their data.',
  effect: 'read',
  permission: 'notifications.read',
  input: z.strictObject({}),
  output: z.object({
    types: z.array(
      z.object({
        type: z.string(),
        title: z.string(),
        severity: EventSeverity,
        permission: z.string().describe('Readers need it to receive events of this type.'),
        schema: z.record(z.string(), z.unknown()).describe('The JSON schema of `data`.'),
      }),
    ),
    total: z.int(),
  }),
}).does(async () => {
  const types = [...eventTypes.values()].map(({ type, title, severity, permission, data }) => ({
    type,
    title,
    severity,
    permission,
    schema: z.toJSONSchema(data),
  }))
  return { types, total: types.length }
})
