import { z } from 'zod'
import type { Permission } from '../../operation/permissions.ts'

export const eventSeverities = ['info', 'warning', 'critical'] as const
export const EventSeverity = z.enum(eventSeverities)
export type EventSeverity = z.output<typeof EventSeverity>

/**
 * Who may read events of a type, besides having its permission: `site` those who see the site, `client` those who see the
 * client or the site, `fleet` those without limits, `owner` the caller that started it and administrators.
 */
export type EventScope = 'site' | 'client' | 'fleet' | 'owner'

export interface EventType<Type extends string = string, Data extends z.ZodObject = z.ZodObject> {
  /** Lower case, `<subject>.<what happened>`. */
  type: Type
  /** Used unless the event has its own. */
  severity: EventSeverity
  permission: Permission
  scope: EventScope
  /** A short sentence for people. */
  title: string
  /** The fields of `data`. Plain JSON types only: texts of child sites must never make an event invalid. */
  data: Data
}

export const defineEvent = <const Type extends string, Data extends z.ZodObject>(
  definition: EventType<Type, Data>,
): EventType<Type, Data> => definition
