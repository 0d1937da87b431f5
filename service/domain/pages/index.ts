import type { Room } from '../../operation/room.ts'
import { addressesOf, pages } from '../posts/index.ts'
import { pageOperations } from './operations/pages.ts'

export const pagesRoom: Room = {
  name: 'pages',
  operations: Object.values(pageOperations),
  addresses: addressesOf(pages, pageOperations),
}
