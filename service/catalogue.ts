import { accessRoom } from './domain/access/index.ts'
import { modulesRoom } from './domain/modules/index.ts'
import type { Room } from './operation/room.ts'

/** The list of rooms, hence of operations and addresses. */
export const rooms: Room[] = [accessRoom, modulesRoom]

export const operations = rooms.flatMap((room) => room.operations)
export const addresses = rooms.flatMap((room) => room.addresses)
