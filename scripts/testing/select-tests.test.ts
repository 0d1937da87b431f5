import { expect, it } from 'vitest'
import { chooseWithin, selectTests } from './select-tests.ts'

const contents: Record<string, string> = {
  'service/app.ts': `import { tags } from './domain/tags/index.ts'\nimport { sites } from './domain/sites/index.ts'`,
  'service/testing/test-service.ts': `import { createApp } from '../app.ts'`,
  'service/domain/tags/index.ts': `export { addTag } from './operations/add-tag.ts'`,
  'service/domain/tags/tag-store.ts': 'select from tags',
  'service/domain/tags/tag-name.ts': '',
  'service/domain/tags/tag-name.test.ts': `import { tagName } from './tag-name.ts'`,
  'service/domain/tags/operations/add-tag.ts': `import { insertTag } from '../tag-store.ts'\nimport { tagName } from '../tag-name.ts'`,
  'service/domain/tags/operations/add-tag.test.ts': `import { startTestService } from '../../../testing/test-service.ts'`,
  'service/domain/tags/operations/list-tags.test.ts': `import { startTestService } from '../../../testing/test-service.ts'`,
  'service/domain/tags/operations/add-tag.release.test.ts': '',
  'service/domain/sites/index.ts': `import { addTag } from '../tags/index.ts'`,
  'service/domain/sites/site-tags.ts': `import { addTag } from '../tags/index.ts'`,
  'service/domain/sites/site-tags.test.ts': `import { startTestService } from '../../testing/test-service.ts'`,
  'service/domain/sites/captured.json': '{}',
  'service/domain/sites/read-captured.test.ts': `readFile('captured.json')`,
  'service/platform/database/migrations/200-tags.sql': 'alter table tags add column color text',
  'service/platform/database/migrate.test.ts': '',
  'service/testing/migration-rules.test.ts': '',
  'web/src/tags/tag-page.tsx': '',
  'web/tests/tags.test.ts': `page.goto('/tags')`,
  'web/tests/sites.test.ts': `page.goto('/sites')`,
}
const sources = { files: Object.keys(contents), read: (file: string) => contents[file]! }
const tags = 'service/domain/tags'

it.each([
  [
    'code: its test, those of its readers, of the feature, then of other features; never those of a release',
    `${tags}/tag-name.ts`,
    [
      `${tags}/tag-name.test.ts`,
      `${tags}/operations/add-tag.test.ts`,
      `${tags}/operations/list-tags.test.ts`,
      'service/domain/sites/site-tags.test.ts',
    ],
  ],
  ['a test: itself first', `${tags}/operations/list-tags.test.ts`, [`${tags}/operations/list-tags.test.ts`]],
  [
    'a migration: its checks, then the tests of the tables',
    'service/platform/database/migrations/200-tags.sql',
    [
      'service/platform/database/migrate.test.ts',
      'service/testing/migration-rules.test.ts',
      `${tags}/operations/add-tag.test.ts`,
    ],
  ],
  ['another file: its readers', 'service/domain/sites/captured.json', ['service/domain/sites/read-captured.test.ts']],
  ['a page: the tests that open it', 'web/src/tags/tag-page.tsx', ['web/tests/tags.test.ts']],
  ['the service itself: nothing, because it would be everything', 'service/app.ts', []],
])('selects for %s', (_, changed, expected) => {
  expect(selectTests([changed], sources).slice(0, expected.length || 1)).toEqual(expected)
})

it('does not select for a page what opens other pages, nor for a file that is not known', () => {
  expect(selectTests(['web/src/tags/tag-page.tsx'], sources)).not.toContain('web/tests/sites.test.ts')
  expect(selectTests(['README.md'], sources)).toEqual([])
})

it('chooses the nearest tests that fit into the time, and always the first', () => {
  const seconds: Record<string, number> = { a: 100, b: 5, c: 30, d: 1 }
  expect(chooseWithin(20, ['a', 'b', 'c', 'd'], (test) => seconds[test]!)).toEqual({
    tests: ['a'],
    leftOut: ['b', 'c', 'd'],
  })
  expect(chooseWithin(20, ['b', 'c', 'd'], (test) => seconds[test]!)).toEqual({ tests: ['b', 'd'], leftOut: ['c'] })
})
