import type { Feature } from '../../operation/feature.ts'
import { postKind } from './content-kind.ts'
import { contentOperations } from './content-operations.ts'
import { contentAddresses } from './rest.ts'

const operations = contentOperations(postKind)

export const postsFeature: Feature = {
  name: 'posts',
  operations: Object.values(operations),
  addresses: contentAddresses(postKind, operations),
}

export { type ContentKind, pageKind } from './content-kind.ts'
export { type ContentOperations, contentOperations } from './content-operations.ts'
export { contentAddresses } from './rest.ts'
