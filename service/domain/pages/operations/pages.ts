import { contentOperations, pageKind } from '../../posts/index.ts'

export const pageOperations = contentOperations(pageKind)
