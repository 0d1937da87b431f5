import { describe, expect, it } from 'vitest'
import { contradictionOf } from './contradicted-outcomes.ts'

const row = {
  ...{ type: 'plugin', slug: 'forms/forms.php', name: 'Forms', from_version: '1.0', to_version: '1.1' },
  ...{ result: 'updated', error_code: null, message: null },
} as const
const plugins = (version: string | null) =>
  // The other fields of a plugin do not matter here.
  ({ plugins: [{ slug: 'forms/forms.php', version }] }) as unknown as Parameters<typeof contradictionOf>[1]

describe('a sync contradicts an update', () => {
  it.each([
    ['when the old version is back', row, plugins('1.0'), 'svc_version_not_installed'],
    ['when the item is gone', row, { plugins: [] }, 'svc_item_missing'],
    [
      'when WordPress is old again',
      { ...row, type: 'core' as const },
      { wordpressVersion: '1.0' },
      'svc_version_not_installed',
    ],
    ['not when the new version is there', row, plugins('1.1'), undefined],
    ['not when a newer version is there', row, plugins('1.2'), undefined],
    ['not when the site does not say the version', row, plugins(null), undefined],
    ['not when the site did not send its plugins', row, {}, undefined],
    ['not when the new version was not known', { ...row, to_version: '' }, plugins('1.0'), undefined],
  ] as [string, Parameters<typeof contradictionOf>[0], object, string | undefined][])(
    '%s',
    (_title, updated, snapshot, code) => {
      expect(contradictionOf(updated, snapshot as Parameters<typeof contradictionOf>[1])?.code).toBe(code)
    },
  )
})
