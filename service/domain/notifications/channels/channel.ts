import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import type { ChannelMessage } from './channel-message.ts'
import { ChannelError } from './channel-service.ts'
import { type ChannelRow, channelTargetColumn, type ListedChannel } from './channel-store.ts'
import { addressOf, describeTarget, ServiceName, targetSchemaOf } from './services.ts'

const field = z.string().max(2_000).optional()

/** The fields of all services; each service uses some of them. */
export const TargetInput = z
  .strictObject({
    to: field.describe('email: the address.'),
    url: field.describe('slack, discord, teams, apprise: the address that takes messages.'),
    token: field.describe('telegram: the token of the bot; ntfy: an access token.'),
    chat_id: field.describe('telegram: the number of the chat, or @channelname.'),
    topic: field.describe('ntfy: the topic.'),
    routing_key: field.describe('pagerduty: the integration key.'),
    server: field.describe('telegram, ntfy, pagerduty: another server than the usual one.'),
    urls: field.describe('apprise: addresses of services, if the URL has no key.'),
    tag: field.describe('apprise: a tag of the configuration.'),
  })
  .describe('Where the service sends messages. Stored sealed and never returned.')
  .meta({ examples: [{ to: 'ops@example.com' }] })
export type TargetInput = z.output<typeof TargetInput>

export const ChannelName = z.string().trim().min(1).max(100)
export const mutedUntil = z.iso.datetime().nullable().describe('Nothing is sent before this time.')

export const NotificationChannel = z.object({
  id: z.int(),
  name: z.string(),
  service: ServiceName,
  shown: z.string().describe('The target without its secrets.'),
  active: z.boolean(),
  muted_until: timestamp.nullable(),
  owner: z.string().nullable().describe('The channel sends what its owner may see now.'),
  has_owner: z.boolean().describe('Without an active owner the channel sends nothing; saving it makes you the owner.'),
  can_send: z.boolean().describe('False for e-mail while no mail server is set up.'),
  last_sent_at: timestamp.nullable(),
  last_error: z.string().nullable(),
  last_error_at: timestamp.nullable(),
  created_at: timestamp,
})

export function hasOwner({ owner_kind, owner_user_id, owner_key_id, owner_disabled }: ListedChannel): boolean {
  if (owner_kind === 'system') return true
  return owner_user_id !== null && owner_disabled === false && (owner_kind === 'user' || owner_key_id !== null)
}

export const describeChannel = (
  row: ListedChannel,
  mail: Pick<Context['mail'], 'missing'>,
): z.input<typeof NotificationChannel> => ({
  id: row.id,
  name: row.name,
  service: row.service,
  shown: row.shown,
  active: row.active,
  muted_until: isoTime(row.muted_until),
  owner: row.owner_kind === 'system' ? 'Flotilla' : row.owner_login,
  has_owner: hasOwner(row),
  can_send: row.service !== 'email' || mail.missing === null,
  last_sent_at: isoTime(row.last_sent_at),
  last_error: row.last_error,
  last_error_at: isoTime(row.last_error_at),
  created_at: isoTime(row.created_at),
})

/** The columns of a target. Refuses what the service cannot use and addresses that may not be called. */
export async function sealTarget(
  { outbound, secrets }: Pick<Context, 'outbound' | 'secrets'>,
  service: ServiceName,
  input: TargetInput,
): Promise<{ target: string; shown: string }> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
  const target = parseTarget(service, given)
  const address = addressOf(service, target)
  try {
    if (address !== null) await outbound.check(address)
  } catch (error) {
    if (error instanceof OutboundError) throw invalidInput({ target: `cannot be called: ${error.message}` })
    throw error
  }
  return { target: secrets.seal(JSON.stringify(target), channelTargetColumn), shown: describeTarget(service, target) }
}

export function parseTarget(service: ServiceName, given: Record<string, unknown>): unknown {
  const { success, data, error } = targetSchemaOf(service).safeParse(given)
  if (success) return data
  const problems = error.issues.flatMap((issue): [string, string][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => [`target.${key}`, `is not used by ${service}; leave it out`])
    const { path, message } = issue
    return [[`target.${path.join('.')}`, /^must|^may/.test(message) ? message : `is not accepted: ${message}`]]
  })
  throw invalidInput(Object.fromEntries(problems))
}

/** The sealed target of a channel. It cannot be opened after its master key was lost. */
export function openTarget({ secrets }: Pick<Context, 'secrets'>, { target }: Pick<ChannelRow, 'target'>): unknown {
  try {
    return JSON.parse(secrets.open(target, channelTargetColumn))
  } catch {
    throw new ChannelError('The stored address cannot be read. Enter it again.', { permanent: true })
  }
}

export const testMessage = (publicUrl: string | null, now: Date): ChannelMessage => ({
  title: 'Test message from Flotilla',
  severity: 'info',
  lines: ['This channel works. Messages about your sites look like this one.'],
  link: publicUrl === null ? null : `${publicUrl}/notifications`,
  dedupKey: 'flotilla test',
  resolved: false,
  happenedAt: now.toISOString(),
})

export const channelFailed = ({ message, permanent }: ChannelError) =>
  new ServiceError('svc_channel_failed', 'unavailable', message, { permanent })
