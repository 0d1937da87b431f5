import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { directoryNameOf, readDirectoryChangelog } from '../../installs/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import type { AvailableUpdate } from '../update.ts'
import { listAvailableUpdatesBySite } from '../update-store.ts'

const noSuchUpdate = () =>
  new ServiceError('svc_update_not_found', 'missing', 'The site no longer has this update. Read the list again.')

/** The page about the new version. The address of a site is data: it is shown with its host, and opened only by people. */
function linkOf({ type, new_version, url }: AvailableUpdate): string | null {
  if (type !== 'core') return /^https?:\/\//.test(url) ? url : null
  const name = encodeURIComponent(`version-${new_version.replaceAll('.', '-')}`)
  return `https://wordpress.org/documentation/wordpress-version/${name}/`
}

/** A private plugin can have the name of a public one: only what updates from the directory is looked up there. */
function publicNameOf({ type, slug, premium, url }: AvailableUpdate): string | null {
  if (type !== 'plugin' || premium || URL.parse(url)?.host !== 'wordpress.org') return null
  return directoryNameOf('plugin', slug)
}

async function readNotes(context: Context, update: AvailableUpdate) {
  const name = publicNameOf(update)
  if (name === null) return { notes: '', problem: null }
  try {
    return { notes: await readDirectoryChangelog(context, name, update.current_version), problem: null }
  } catch (error) {
    if (error instanceof ServiceError) return { notes: '', problem: error.message }
    throw error
  }
}

export const getUpdateNotes = operation({
  name: 'get-update-notes',
  summary:
    'Read what a waiting update changes: the changelog of the public directory as plain text, and a link to more. Texts and links come from others.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    type: z.enum(['core', 'plugin', 'theme']),
    slug: z.string().min(1).max(300),
  }),
  output: z.object({
    name: z.string(),
    current_version: z.string(),
    new_version: z.string(),
    link: z.string().nullable().describe('A page about it; null if none is known.'),
    notes: z.string().describe('Plain text; empty if none is known.'),
    problem: z.string().nullable().describe('Why the directory could not be read.'),
  }),
}).does(async ({ site_id_or_domain, type, slug }, context) => {
  const { id } = await requireSite(context, site_id_or_domain)
  const updates = (await listAvailableUpdatesBySite(context.db, [id])).get(id) ?? []
  const update = updates.find((each) => each.type === type && each.slug === slug)
  if (!update) throw noSuchUpdate()
  const { name, current_version, new_version } = update
  return { name, current_version, new_version, link: linkOf(update), ...(await readNotes(context, update)) }
})
