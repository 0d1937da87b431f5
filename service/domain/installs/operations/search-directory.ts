import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { findDirectoryUrl } from '../../vulnerabilities/index.ts'
import { searchPublicDirectory } from '../search-directory.ts'

export const searchDirectory = operation({
  name: 'search-directory',
  summary: 'Search the public directory of WordPress for plugins or themes, with their versions.',
  effect: 'read',
  permission: 'software.manage',
  input: z.strictObject({
    type: z.enum(['plugin', 'theme']).default('plugin'),
    search: z.string().trim().min(2).max(100),
  }),
  output: z.object({
    items: z.array(
      z.object({
        type: z.enum(['plugin', 'theme']),
        slug: z.string().describe('Its name in the directory, as install-site-version takes it.'),
        name: z.string(),
        version: z.string().describe('The newest one.'),
        versions: z.array(z.string()).describe('Newest first; at most 50.'),
        author: z.string(),
        description: z.string(),
        active_installs: z.int().nullable(),
        tested: z.string().nullable().describe('The newest WordPress that it was tested with.'),
        requires_php: z.string().nullable(),
        last_updated: z.string().nullable(),
        icon_url: z.string().nullable().describe('The picture, through this service.'),
      }),
    ),
    total: z.int(),
  }),
}).does(async ({ type, search }, context) => {
  const items = await searchPublicDirectory(context, { type, search }, await findDirectoryUrl(context.db))
  return {
    total: items.length,
    items: items.map(({ picture, ...item }) => ({
      ...item,
      icon_url: picture === null ? null : `/api/v2/directory/icon?picture=${encodeURIComponent(picture)}`,
    })),
  }
})
