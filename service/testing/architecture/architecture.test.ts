import { beforeAll, expect, it } from 'vitest'
import { architectureRules, exceptions, readProject } from './architecture-rules.ts'
import type { Sources } from './sources.ts'

let sources: Sources
beforeAll(async () => {
  sources = await readProject()
})

// Fails with the sentences themselves: each names the file and says what to do.
it.each(architectureRules)('$subject: $rule', ({ breaches }) => {
  expect(breaches(sources).join('\n')).toBe('')
})

it('exceptions name files that exist and say why', () => {
  const stale = Object.values(exceptions).flatMap((list) =>
    Object.entries(list).filter(([path, reason]) => !sources.has(path) || reason.length < 20),
  )
  expect(stale).toEqual([])
})
