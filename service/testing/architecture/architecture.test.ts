import { beforeAll, expect, it } from 'vitest'
import { architectureRules, exceptions, readProject } from './architecture-rules.ts'
import type { Sources } from './sources.ts'

let sources: Sources
beforeAll(async () => {
  sources = await readProject()
})

// Fails with the sentences of the rule, which name the file and what to do.
it.each(architectureRules)('$subject: $rule', ({ violations }) => {
  expect(violations(sources).join('\n')).toBe('')
})

it('exceptions name existing files and give a reason', () => {
  const stale = Object.values(exceptions).flatMap((list) =>
    Object.entries(list).filter(([path, reason]) => !sources.has(path) || reason.length < 20),
  )
  expect(stale).toEqual([])
})
