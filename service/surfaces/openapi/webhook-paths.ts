import { outputSchemaOf } from '../../operation/json-schema.ts'
import type { OutgoingMessage } from '../../operation/outgoing-message.ts'
import type { Paths } from './path-item.ts'
import { type SchemaRegistry, schemaName } from './schema-registry.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const parameters = [
  header('webhook-id', 'The id of the message, the same for every attempt: ignore one that you know.'),
  header('webhook-timestamp', 'Unix time of the attempt in seconds: refuse one that is older than five minutes.'),
  header('webhook-signature', 'One or more signatures `v1,…`, separated by spaces, by Standard Webhooks.'),
]

/** The requests that the service sends to webhooks, by the type of the message. */
export function webhookPaths(messages: readonly OutgoingMessage[], registry: SchemaRegistry): Paths {
  return Object.fromEntries(
    messages.map(({ name, summary, body }) => [
      name,
      {
        post: {
          operationId: `receive-${name}`,
          tags: ['webhooks'],
          summary,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: registry.keep(schemaName(`webhook-${name.replaceAll(/[._]/g, '-')}`, ''), outputSchemaOf(body)),
              },
            },
          },
          responses: {
            '2XX': { description: 'Received. Every other answer, or none within 15 seconds, is a failure.' },
            '410': { description: 'No more messages are wanted: the webhook is switched off.' },
          },
        },
      },
    ]),
  )
}
