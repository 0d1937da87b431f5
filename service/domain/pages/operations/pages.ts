import { operationsOf, pages } from '../../posts/index.ts'

/** What can be done with posts can be done with pages. */
export const pageOperations = operationsOf(pages)
