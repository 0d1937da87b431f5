import { text } from '../php/form.ts'
import { map } from '../php/values.ts'
import type { Site } from '../site/site.ts'
import { type Call, Noisy } from './call.ts'
import { makeSync } from './sync.ts'
import { skin } from './updates.ts'

/** All languages and types of a slug are updated together; `default` is WordPress itself. */
export function upgradeTranslation(call: Call): unknown {
  const { site, fields, effects } = call
  const slugs = (text(fields, 'list') ?? '').split(',')
  const chosen = site.translations.filter(({ slug }) => slugs.includes(slug))
  const failing = new Set(chosen.filter(({ slug }) => isFailing(site, slug)))
  site.translations = site.translations.filter((offer) => !chosen.includes(offer) || failing.has(offer))
  for (const offer of chosen) {
    const { slug, language, version } = offer
    if (!failing.has(offer)) effects.push({ what: 'translation updated', subject: `${slug} ${language}`, to: version })
  }
  if (chosen.length > 0) site.settings.forgottenTranslations = ['plugin', 'theme', 'core']
  // For a failed download WordPress reports the result of the previous one.
  const reported = chosen.map((offer, index) => {
    const success = chosen.slice(0, index + 1).some((earlier) => !failing.has(earlier))
    return { offer, success }
  })
  const updatedData = reported.map(({ offer: { name, slug, type, version }, success }) => {
    return [slug, { name, slug, type, version, success: success ? 1 : 0 }] as const
  })
  const payload = {
    upgrades: map(reported.map(({ offer, success }) => [offer.slug, success] as const)),
    other_data: { updated_data: map(updatedData) },
    sync: makeSync(call),
  }
  return new Noisy(payload, skin(chosen.map(({ name }) => name)))
}

const isFailing = (site: Site, slug: string) => site.faults.updateBehaviour(slug).behaviour === 'download-failure'
