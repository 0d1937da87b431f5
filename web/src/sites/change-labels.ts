import { recordedChange } from '../activity/recorded-change.ts'

/** Descriptions usually contain the name of the item; if not, it is added. */
export const describeChange = (description: string, item: string): string =>
  recordedChange(item === '' || description.includes(item) ? description : `${description}: ${item}`)
