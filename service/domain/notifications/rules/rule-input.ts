import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { requireChannel } from '../channels/channel-owner.ts'
import { ruleFields } from './rule.ts'
import { findRule, listMissingIds, type RuleRow } from './rule-store.ts'

/** Every field but the name and the channel is optional. */
export const optionalRuleFields = z.strictObject(ruleFields).omit({ name: true, channel_id: true }).partial().shape

type RuleInput = Partial<z.output<z.ZodObject<typeof ruleFields>>>

/** The values as columns. */
export function toRuleColumns({ hours, quiet_hours, muted_until, ...input }: RuleInput) {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return {
    // Without the undefined fields, the values of the input.
    ...(given as { [Field in keyof typeof input]: Exclude<(typeof input)[Field], undefined> }),
    ...(hours !== undefined && { hours: hours === null ? null : JSON.stringify(hours) }),
    ...(quiet_hours !== undefined && { quiet_hours: quiet_hours === null ? null : JSON.stringify(quiet_hours) }),
    ...(muted_until !== undefined && { muted_until: muted_until === null ? null : new Date(muted_until) }),
  }
}

/** Refuses channels, tags and clients that do not exist, and half an escalation. */
export async function requireUsableRule(
  context: Pick<Context, 'db' | 'clock'>,
  rule: Pick<RuleRow, 'channel_id' | 'escalation_channel_id' | 'escalation_minutes' | 'tag_ids' | 'client_ids'>,
): Promise<void> {
  const { channel_id, escalation_channel_id, escalation_minutes, tag_ids, client_ids } = rule
  await requireChannel(context, channel_id)
  if ((escalation_channel_id === null) !== (escalation_minutes === null))
    throw invalidInput({ escalation_minutes: 'is needed together with escalation_channel_id' })
  if (escalation_channel_id === channel_id)
    throw invalidInput({ escalation_channel_id: 'must be another channel than channel_id' })
  if (escalation_channel_id !== null) await requireChannel(context, escalation_channel_id)
  const missing = {
    tag_ids: await listMissingIds(context.db, 'tags', tag_ids),
    client_ids: await listMissingIds(context.db, 'clients', client_ids),
  }
  for (const [field, ids] of Object.entries(missing))
    if (ids.length > 0) throw invalidInput({ [field]: `names ${ids.join(', ')}, which does not exist` })
}

export async function requireRule({ db }: Pick<Context, 'db'>, id: number): Promise<RuleRow> {
  const rule = await findRule(db, id)
  if (!rule) throw ruleNotFound(id)
  return rule
}

export const ruleNotFound = (id: number) =>
  new ServiceError('svc_rule_not_found', 'missing', `There is no notification rule ${id}.`)
