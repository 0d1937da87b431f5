import type { Feature } from '../../operation/feature.ts'
import { addressesOf, pages } from '../posts/index.ts'
import { pageOperations } from './operations/pages.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  operations: Object.values(pageOperations),
  addresses: addressesOf(pages, pageOperations),
}
