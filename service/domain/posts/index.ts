import type { Feature } from '../../operation/feature.ts'
import { posts } from './kind.ts'
import { operationsOf } from './operations-of-kind.ts'
import { addressesOf } from './rest.ts'

const operations = operationsOf(posts)

export const postsFeature: Feature = {
  name: 'posts',
  operations: Object.values(operations),
  addresses: addressesOf(posts, operations),
}

export { type Kind, pages } from './kind.ts'
export { type ContentOperations, operationsOf } from './operations-of-kind.ts'
export { addressesOf } from './rest.ts'
