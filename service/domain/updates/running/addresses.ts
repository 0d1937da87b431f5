import { batch, route } from '../../../operation/address.ts'
import { listUpdateHistory } from '../operations/list-update-history.ts'
import { runUpdates } from '../operations/run-updates.ts'
import { updateAll } from '../operations/update-all.ts'
import { updateOneSite } from '../operations/update-one-site.ts'
import { updateSiteCore } from '../operations/update-site-core.ts'
import { updateSitePlugins } from '../operations/update-site-plugins.ts'
import { updateSiteThemes } from '../operations/update-site-themes.ts'
import { updateSiteTranslations } from '../operations/update-site-translations.ts'
import type { SiteReport, UpdatedItem, UpdateError } from './run-report.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const namesOfItems = { ...names, slug: 'slugs' }
const changes = 'POST|PUT|PATCH'

/** By slug, as clients of the established product look for it. */
const bySlug = (updated: readonly UpdatedItem[], errors: readonly UpdateError[]) => ({
  ...Object.fromEntries(errors.map((error) => [error.slug ?? error.identifier, showError(error)])),
  ...Object.fromEntries(updated.map((item) => [item.slug, showUpdated(item)])),
})
const showUpdated = ({ name, old_version, new_version }: UpdatedItem) => {
  return { success: 1, name, old_version, version: new_version }
}
const showError = ({ name, old_version, new_version, result, code, message }: UpdateError) => {
  return { success: 0, name, old_version, version: new_version, result, code, error: message }
}

const items = {
  toData: ({ updated, errors }: SiteReport) => bySlug(updated, errors),
  envelopeFields: besideItems,
}
const translations = {
  toData: ({ items, errors }: { items: UpdatedItem[]; errors: UpdateError[] }) => bySlug(items, errors),
  envelopeFields: besideItems,
}
function besideItems({
  site_id,
  site_url,
  site_name,
  total_updated,
  errors,
  health,
  backup,
}: Omit<SiteReport, 'updated'>) {
  return { total_updated, errors, health, backup, site: { id: site_id, url: site_url, name: site_name } }
}

export const runningAddresses = [
  route('GET /updates/history', listUpdateHistory, { list: 'items' }),
  route(`${changes} /updates/update`, updateAll, {
    names: { include: 'site_ids_or_domains' },
    message: 'Updates done, or queued as a job.',
  }),
  route(`${changes} /updates/run`, runUpdates, {
    names: { include: 'site_ids_or_domains', slug: 'specific_items' },
    message: 'Updates done, or queued as a job.',
  }),
  route(`${changes} /updates/{id_or_domain}/update`, updateOneSite, { names, message: 'Updates of the site done.' }),
  route(`${changes} /updates/{id_or_domain}/update/wp`, updateSiteCore, {
    names,
    message: 'WordPress is up to date, as far as it may be updated.',
    toData: ({ updated, old_version, new_version }: { updated: boolean; old_version: string; new_version: string }) => {
      return { updated, old_version, version: new_version, new_version }
    },
  }),
  route(`${changes} /updates/{id_or_domain}/update/plugins`, updateSitePlugins, {
    names: namesOfItems,
    message: 'Plugin updates done.',
    ...items,
  }),
  route(`${changes} /updates/{id_or_domain}/update/themes`, updateSiteThemes, {
    names: namesOfItems,
    message: 'Theme updates done.',
    ...items,
  }),
  route(`${changes} /updates/{id_or_domain}/update/translations`, updateSiteTranslations, {
    names: namesOfItems,
    message: 'Translation updates done.',
    ...translations,
  }),

  batch('updates.update', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
  batch('updates.create', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
]
