import { parseArgs } from 'node:util'

export const { values } = parseArgs({
  // seconds and sites: how long the attack lasts, and on how many sites.
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    sites: { type: 'string' },
    keys: { type: 'string' },
  },
})
export const often = (quick: number, full: number) => (values.quick ? quick : full)
