import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countVersions } from '../lists/sites-table-store.ts'

const Versions = z.array(z.object({ version: z.string(), sites: z.int() })).describe('Newest first; at most 200.')

export const listSiteChoices = operation({
  name: 'list-site-choices',
  summary: 'List the versions of WordPress and PHP that sites run, to choose from when filtering.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({}),
  output: z.object({ wp_versions: Versions, php_versions: Versions }),
}).does(async (_, { db, actor }) => {
  const [wp_versions, php_versions] = await Promise.all([
    countVersions(db, 'wp_version', actor.limits),
    countVersions(db, 'php_version', actor.limits),
  ])
  return { wp_versions, php_versions }
})
