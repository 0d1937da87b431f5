import type { ChildSite, How } from '../child-site.ts'
import { describeInterruption, type ItemOutcome } from '../outcomes.ts'
import { checkedSlugs } from '../reading/slugs.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import { type ChangeEvidence, changeAndVerify } from './change.ts'
import type { Kit } from './kit.ts'
import type { Outcomes } from './plugins.ts'
import { reportOn } from './updates.ts'

// A site clears its list of translations when it updates some; checking for other updates makes it check again.
const shownBy = ['translationUpdates', 'pluginUpdates', 'themeUpdates', 'coreUpdate'] as const

export interface TranslationCalls {
  /** All languages with that slug are updated together; `default` is WordPress itself. */
  updateTranslations(site: ChildSite, slugs: readonly string[], how?: How): Promise<Outcomes>
}

export function translationCalls(kit: Kit): TranslationCalls {
  return {
    async updateTranslations(site, given, how) {
      const slugs = checkedSlugs('translation', given)
      const call = { function: 'upgradetranslation', fields: { list: slugs.join(',') }, deadline: 'update' } as const
      const happened = (snapshot: SiteSnapshot) => !slugs.some((slug) => isOffered(snapshot, slug))
      return kit.locks.hold(site.id, async () => {
        const aftermath = await changeAndVerify(kit, site, { call, shownBy, happened }, how)
        const { snapshot } = aftermath
        return { items: slugs.map((slug) => determineOutcome(slug, aftermath)), ...(snapshot && { snapshot }) }
      })
    },
  }
}

function isOffered(snapshot: SiteSnapshot, slug: string): boolean {
  return snapshot.translationUpdates?.some((update) => update.slug === slug) ?? false
}

// A translation has no version to compare: done means reported and no longer available.
function determineOutcome(slug: string, { reply, failure, snapshot }: ChangeEvidence): ItemOutcome {
  const report = reportOn(reply, slug)
  const name = report?.name || slug
  const outcome = (fields: Pick<ItemOutcome, 'outcome' | 'code' | 'message'>): ItemOutcome => {
    return { slug, name, oldVersion: null, newVersion: report?.version ?? null, ...fields }
  }
  const offered = snapshot && isOffered(snapshot, slug)
  if (report?.success && offered !== true) return outcome({ outcome: 'done' })
  if (failure && offered === false) return outcome({ outcome: 'done' })
  if (failure && (offered === undefined || failure.effect === 'may-still-run')) {
    return outcome({
      outcome: 'unknown',
      code: 'svc_outcome_unknown',
      message: `It is not known yet whether the translations of ${name} were updated. ${failure.message}`,
    })
  }
  if (failure)
    return {
      ...outcome({
        outcome: 'failed',
        code: 'svc_update_failed',
        message: `The translations of ${name} were not updated. ${failure.message}`,
      }),
      ...describeInterruption(failure),
    }
  if (!report)
    return outcome({
      outcome: 'failed',
      code: 'svc_nothing_to_update',
      message: `The site has no translation update for ${name}.`,
    })
  if (!report.success)
    return outcome({
      outcome: 'failed',
      code: 'svc_update_failed',
      message: report.error || `The translations of ${name} could not be updated.`,
    })
  return outcome({
    outcome: 'failed',
    code: 'svc_no_effect',
    message: `The site reported success, but still offers the translation update of ${name}.`,
  })
}
