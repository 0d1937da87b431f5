import type { Room } from '../../operation/room.ts'
import { absorbUpdates } from './absorb-updates.ts'

export const updatesRoom: Room = { name: 'updates', operations: [], addresses: [], absorbs: absorbUpdates }
