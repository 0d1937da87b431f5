import type { z } from 'zod'

/** A message that the service posts to other programs, for the `webhooks` section of OpenAPI. */
export interface OutgoingMessage {
  /** Its type, such as `monitor.down`. */
  name: string
  summary: string
  body: z.ZodObject
}
