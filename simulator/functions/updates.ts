import { text } from '../php/form.ts'
import { map } from '../php/values.ts'
import { type Call, Noisy, Refusal } from './call.ts'
import { cacheControl } from './site-info.ts'
import { makeSync } from './sync.ts'
import { pluginOffers, themeOffers } from './update-offers.ts'
import { type Outcome, runUpdates } from './update-run.ts'

const unmet = 'Current WordPress or PHP versions do not meet minimum requirements for update.'

/** WordPress' output during the run, before the marker. */
export const skin = (names: readonly string[]): string =>
  `<div class="wrap"><h1></h1>${names
    .map(
      (name, index) =>
        `<h2>Updating ${name} (${index + 1}/${names.length})</h2><div class="update-messages"><p>Downloading update&#8230;</p><p>Unpacking the update&#8230;</p></div>`,
    )
    .join('')}<p>Disabling Maintenance mode&#8230;</p></div>\n`

/** Per item: name, old version, success, error … */
function itemReport(outcome: Outcome, name: string, oldKnown: boolean) {
  const { slug, before, result, reportedVersion, error } = outcome
  const failed = result === 'failed' || result === 'rolled back'
  return {
    name,
    old_version: oldKnown ? before : '',
    slug,
    success: failed ? 0 : 1,
    ...(error !== undefined && { error }),
    ...(result === 'rolled back' && { rollback: 1 }),
    ...(reportedVersion !== undefined && { version: reportedVersion }),
  }
}

function report(outcomes: readonly Outcome[], nameOf: (slug: string) => string): Record<string, unknown> {
  // The old versions are recorded when the first item has been downloaded; before that they are unknown.
  const oldKnown = outcomes.some(({ result }) => result === 'updated' || result === 'rolled back')
  const codes = outcomes.filter(({ codes }) => codes !== undefined)
  return {
    updated_data: map(
      outcomes.map((outcome) => [outcome.slug, itemReport(outcome, nameOf(outcome.slug), oldKnown)] as const),
    ),
    ...(codes.length > 0 && { upgrade_error_codes: Object.fromEntries(codes.map(({ slug, codes }) => [slug, codes])) }),
  }
}

const failed = ({ result }: Outcome) => result === 'failed' || result === 'rolled back'

async function updatePlugins(call: Call, files: readonly string[]): Promise<unknown> {
  const { site } = call
  const offersBefore = pluginOffers(site, false)
  const closes = files.some((file) => site.plugin(file)?.active)
  const all = await runUpdates(call, 'plugin', files, (file) => site.plugin(file), closes)
  const outcomes = all.filter(({ result }) => result !== 'skipped')
  if (all.length === 1 && outcomes.length === 0) throw new Refusal(unmet)
  if (outcomes.length === 0) throw new Refusal('Invalid request!')
  const nameOf = (file: string) => site.plugin(file)?.entry.name ?? ''
  const errors = outcomes.filter(failed)
  const payload = {
    upgrades: map(outcomes.filter((outcome) => !failed(outcome)).map(({ slug }) => [slug, true] as const)),
    other_data: report(outcomes, nameOf),
    plugin_updates: offersBefore,
    ...(errors.length > 0 && { upgrades_error: Object.fromEntries(errors.map(({ slug, error }) => [slug, error])) }),
    ...cacheControl,
  }
  return new Noisy(payload, skin(files.map(nameOf)))
}

async function updateThemes(call: Call, slugs: readonly string[]): Promise<unknown> {
  const { site } = call
  const offersBefore = themeOffers(site)
  const all = await runUpdates(call, 'theme', slugs, (slug) => site.theme(slug), slugs.includes(site.activeTheme))
  const outcomes = all.filter(({ result }) => result !== 'skipped')
  if (outcomes.length === 0) throw new Refusal('Invalid request!')
  const nameOf = (slug: string) => site.theme(slug)?.entry.name ?? ''
  // An unknown theme has the version false.
  for (const outcome of outcomes) if (!outcome.item) Object.assign(outcome, { reportedVersion: false })
  const payload = {
    upgrades: map(outcomes.map((outcome) => [outcome.slug, !failed(outcome)] as const)),
    other_data: report(outcomes, nameOf),
    theme_updates: offersBefore,
    sync: makeSync(call),
    ...cacheControl,
  }
  return new Noisy(payload, skin(slugs.map(nameOf)))
}

export async function upgradePluginTheme(call: Call): Promise<unknown> {
  const type = text(call.fields, 'type')
  const slugs = [...new Set((text(call.fields, 'list') ?? '').split(','))]
  if (type === 'plugin') return updatePlugins(call, slugs)
  if (type === 'theme') return updateThemes(call, slugs)
  throw new Refusal('Invalid request!')
}
