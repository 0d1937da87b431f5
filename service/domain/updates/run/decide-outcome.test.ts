import { describe, expect, it } from 'vitest'
import { decideOutcomes, decideVerdict, findCulprits, type ItemEvidence } from './decide-outcome.ts'
import type { Verdict } from './gates/gate-types.ts'
import type { UpdateOutcome, UpdateResult } from './update-outcome.ts'

const item = { type: 'plugin', slug: 'forms/forms.php', name: 'Forms', from: '1.0', to: '1.1' } as const
const sentAs = (result: UpdateResult, more: Partial<UpdateOutcome> = {}): UpdateOutcome => ({
  ...{ ...item, result, code: result === 'updated' ? null : 'svc_update_failed', message: null },
  ...more,
})
const evidence = (more: Partial<ItemEvidence> = {}): ItemEvidence => ({
  ...{ sent: sentAs('updated'), release: '1.1', guard: null, restoration: null, healed: false },
  ...more,
})
const reason = 'The homepage: It is empty.'
const decide = (verdict: Verdict, more: Partial<ItemEvidence> = {}) =>
  decideOutcomes({ verdict, reason: verdict === 'failed' ? reason : '', items: [evidence(more)] })[0]!

const old = { sent: sentAs('failed', { to: '1.0' }) }
const restored = { state: 'restored', message: '' } as const

describe('the outcome of an item is the worst that is known', () => {
  it.each<[string, Verdict, Partial<ItemEvidence>, UpdateResult, string | null, string]>([
    // checks
    ['installed, and the site passed', 'passed', {}, 'updated', null, '1.1'],
    ['installed, and checks are off', 'off', {}, 'updated', null, '1.1'],
    ['installed, and the site failed', 'failed', {}, 'failed', 'svc_checks_failed', '1.1'],
    ['installed, and the site was not checked', 'unchecked', {}, 'unknown', 'svc_site_not_checked', '1.1'],
    // rolled back by Flotilla
    ...(['passed', 'failed', 'unchecked'] as const).map(
      (verdict) =>
        [
          `taken back, and then ${verdict}`,
          ...[verdict, { restoration: restored }, 'rolled_back', 'svc_update_rolled_back', '1.0'],
        ] as [string, Verdict, Partial<ItemEvidence>, UpdateResult, string, string],
    ),
    [
      'could not be taken back',
      'failed',
      { restoration: { state: 'failed', message: 'No copy.' } },
      ...(['failed', 'svc_checks_failed', '1.1'] as const),
    ],
    [
      'deactivated, because the old version is vulnerable',
      'passed',
      { restoration: { state: 'deactivated', message: '' } },
      ...(['rolled_back', 'svc_update_rolled_back', '1.1'] as const),
    ],
    // by the guard
    [
      'restored by the guard before it was read',
      'passed',
      { ...old, guard: { state: 'restored', reason: 'Fatal error: x.' } },
      ...(['rolled_back', 'svc_update_rolled_back', '1.0'] as const),
    ],
    [
      'left broken by the guard',
      'failed',
      { guard: { state: 'failed', reason: 'Fatal error: x.' } },
      ...(['failed', 'svc_checks_failed', '1.1'] as const),
    ],
    // read once more
    ['gone', 'passed', { found: null }, 'failed', 'svc_item_missing', '1.1'],
    ['gone, and the site failed', 'failed', { found: null }, 'failed', 'svc_item_missing', '1.1'],
    [
      'gone, and could not be taken back',
      'failed',
      { found: null, restoration: { state: 'failed', message: 'No copy.' } },
      ...(['failed', 'svc_item_missing', '1.1'] as const),
    ],
    ['replaced by others', 'passed', { found: '0.9' }, 'failed', 'svc_version_not_installed', '0.9'],
    ['read once more', 'passed', { found: '1.1' }, 'updated', null, '1.1'],
    // what was not installed stays as it is
    ...(['download_failed', 'rolled_back', 'no_effect', 'skipped', 'not_needed', 'refused', 'failed'] as const).map(
      (result) =>
        [`${result}, and the site failed`, 'failed', { sent: sentAs(result) }, result, 'svc_update_failed', '1.1'] as [
          ...[string, Verdict, Partial<ItemEvidence>, UpdateResult, string, string],
        ],
    ),
    // The call may still run, so it must not be sent again.
    ['not known', 'failed', { sent: sentAs('unknown') }, 'unknown', 'svc_update_failed', '1.1'],
    ['not known', 'passed', { sent: sentAs('unknown') }, 'unknown', 'svc_update_failed', '1.1'],
  ])('%s: %s', (_title, verdict, more, result, code, to) => {
    expect(decide(verdict, more)).toMatchObject({ result, code, to })
  })

  it('says what happened and why', () => {
    expect(decide('failed', { restoration: { state: 'failed', message: 'There is no copy.' } }).message).toBe(
      'Forms 1.1 was installed, but the site failed its checks. The homepage: It is empty. It could not be rolled back: There is no copy.',
    )
    expect(decide('failed', { sent: sentAs('unknown', { message: 'No answer.' }) }).message).toBe(
      'No answer. The site failed its checks. The homepage: It is empty.',
    )
  })

  it('is failed for all installed items when the culprit is not known', () => {
    const items = [evidence(), evidence({ sent: sentAs('updated', { type: 'core', slug: 'wordpress' }) })]
    expect(decideOutcomes({ verdict: 'failed', reason, items }).map(({ result }) => result)).toEqual([
      'failed',
      'failed',
    ])
  })
})

describe('the verdict', () => {
  it.each<[Verdict, 'answers' | 'silent' | 'unknown', Verdict]>([
    ['passed', 'answers', 'passed'],
    ['off', 'answers', 'off'],
    ['passed', 'silent', 'failed'],
    ['off', 'silent', 'failed'],
    ['passed', 'unknown', 'unchecked'],
    ['off', 'unknown', 'unchecked'],
    ['unchecked', 'answers', 'unchecked'],
    ['failed', 'unknown', 'failed'],
  ])('%s pages with a connector that %s: %s', (gates, connector, verdict) => {
    expect(decideVerdict(gates, connector)).toBe(verdict)
  })
})

describe('the releases that count as failed', () => {
  const plugin = evidence()
  const other = evidence({ sent: sentAs('updated', { slug: 'shop/shop.php' }) })
  const translation = evidence({ sent: sentAs('updated', { type: 'translation', slug: 'forms' }) })
  const innocent = { ...other, restoration: restored }
  const culprit = { ...plugin, restoration: restored, healed: true }
  const byGuard = evidence({ guard: { state: 'restored', reason: '' } })
  it.each<[string, Verdict, ItemEvidence[], ItemEvidence[]]>([
    ['none when the site passed', 'passed', [plugin, other], []],
    ['none when it was not checked', 'unchecked', [plugin], []],
    ['the one whose old version healed the site', 'passed', [innocent, culprit], [culprit]],
    ['the one that the guard restored', 'passed', [byGuard, other], [byGuard]],
    ['all that are installed when the culprit is not known', 'failed', [plugin, other, translation], [plugin, other]],
    ['a translation alone', 'failed', [translation], [translation]],
    ['none of those that were taken back in vain', 'failed', [innocent], []],
  ])('%s', (_title, verdict, items, culprits) => {
    expect(findCulprits({ verdict, reason, items })).toEqual(culprits)
  })
})
