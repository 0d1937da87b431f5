import type { Feature } from '../../operation/feature.ts'
import { contentAddresses, pageKind } from '../posts/index.ts'
import { pageOperations } from './operations/pages.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  operations: Object.values(pageOperations),
  addresses: contentAddresses(pageKind, pageOperations),
}
