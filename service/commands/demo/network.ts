import { present } from '../../platform/present.ts'
import type { DemoSite } from './demo-context.ts'

/** One school group with a WordPress network (multisite): the main site first. */
const names = ['Greenhill Schools', 'Greenhill Primary School', 'Greenhill Sixth Form']
// Its client is Greenhill Schools Trust.
const firstIndex = 5

/** Makes three healthy sites one WordPress network, in demos with enough sites, and returns the sub-sites. */
export function formNetwork(sites: readonly DemoSite[]): readonly DemoSite[] {
  const found = sites.slice(firstIndex, firstIndex + names.length)
  const [main, ...subSites] = found.filter(({ role, named }) => role === 'well' && !named)
  if (!main || subSites.length + 1 < names.length) return []
  for (const [index, name] of names.entries()) {
    const { site } = present([main, ...subSites][index], 'a site for each name')
    site.title = name
    site.joinNetwork(main.site, index + 1)
  }
  return subSites
}
