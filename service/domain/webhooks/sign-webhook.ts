import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newEndpointSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** The headers of Standard Webhooks, with one signature per secret. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
