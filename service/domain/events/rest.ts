import { route } from '../../operation/address.ts'
import { listEventTypes } from './operations/list-event-types.ts'
import { listFleetEvents } from './operations/list-events.ts'

export const addresses = [
  route('GET /events', listFleetEvents),
  route('GET /events/types', listEventTypes, { list: 'types' }),
]
