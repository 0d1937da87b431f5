import { z } from 'zod'
import type { EventType } from './event-type.ts'
import { administrationEvents } from './types/administration-events.ts'
import { agencyEvents } from './types/agency-events.ts'
import { incidentEvents } from './types/incident-events.ts'
import { monitorEvents } from './types/monitor-events.ts'
import { rolloutEvents } from './types/rollout-events.ts'
import { siteEvents } from './types/site-events.ts'
import { updateEvents } from './types/update-events.ts'
import { vulnerabilityEvents } from './types/vulnerability-events.ts'

const definitions = [
  ...siteEvents,
  ...updateEvents,
  ...rolloutEvents,
  ...vulnerabilityEvents,
  ...monitorEvents,
  ...incidentEvents,
  ...agencyEvents,
  ...administrationEvents,
] as const

type Definition = (typeof definitions)[number]
export type EventTypeName = Definition['type']

/** The data of a type. */
export type EventData<Type extends EventTypeName> = z.input<Extract<Definition, { type: Type }>['data']>

/** Every type of event, by its name. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(definitions.map((each) => [each.type, each]))

export const eventTypeNames = definitions.map(({ type }) => type)
export const EventTypeName = z.enum(eventTypeNames)
