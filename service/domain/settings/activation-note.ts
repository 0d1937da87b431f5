import { z } from 'zod'

/** Marks something that is done once. Not for secrets: the value is returned as it is. */
export const ActivationNote = {
  note: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be lower-case letters, digits, hyphens and underscores')
    .describe('What it is about.'),
  value: z.union([z.boolean(), z.number(), z.string().max(1000)]),
}
