import type { DataOf, OperationName } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { openAdmin } from '../sites/open-admin.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { IconBrandWordpress, IconRefresh, IconReportAnalytics, IconRotateClockwise2 } from '../ui/icons.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { paletteTexts } from './palette-texts.ts'

type Found = DataOf<'search-fleet'>
type Site = Found['sites'][number]

interface Verb {
  words: readonly string[]
  /** Hidden from users who may not run this operation. */
  needs: OperationName
  entries(found: Found): Omit<PaletteEntry, 'kind'>[]
}

const nameOf = ({ name, url }: Site) => name || hostOf(url)

/** "update woo", "report hartley": the first word says what to do, the rest with what. */
const verbs: readonly Verb[] = [
  {
    words: ['update', 'upgrade', ...paletteTexts.updateWords.split(' ')],
    needs: 'run-updates',
    entries: ({ sites, plugins, themes }) => [
      ...[
        ...plugins.map((item) => ({ ...item, type: 'plugin' })),
        ...themes.map((item) => ({ ...item, type: 'theme' })),
      ].map(({ type, slug, name }) => ({
        key: `update-${type}-${slug}`,
        label: paletteTexts.updateOnSites({ name: name || slug }),
        icon: IconRotateClockwise2,
        link: { to: '/updates/item' as const, search: { type, slug } },
      })),
      ...sites.map((site) => ({
        key: `update-site-${site.id}`,
        label: paletteTexts.update({ name: nameOf(site) }),
        icon: IconRotateClockwise2,
        link: { to: '/updates/site/$siteId' as const, params: { siteId: String(site.id) } },
      })),
    ],
  },
  {
    words: ['report', ...paletteTexts.reportWords.split(' ')],
    needs: 'get-client-report',
    entries: ({ clients, sites }) => [
      ...clients.map(({ id, name }) => ({
        key: `report-client-${id}`,
        label: paletteTexts.report({ name }),
        icon: IconReportAnalytics,
        link: { to: '/reports' as const, search: { client: String(id) } },
      })),
      ...sites.map((site) => ({
        key: `report-site-${site.id}`,
        label: paletteTexts.report({ name: nameOf(site) }),
        icon: IconReportAnalytics,
        link: { to: '/reports' as const, search: { site: String(site.id) } },
      })),
    ],
  },
  {
    words: ['sync', 'refresh', ...paletteTexts.syncWords.split(' ')],
    needs: 'sync-site',
    entries: ({ sites }) =>
      sites.map((site) => {
        const name = nameOf(site)
        const texts = { doing: paletteTexts.syncing({ name }), done: paletteTexts.synced({ name }) }
        return {
          key: `sync-${site.id}`,
          label: paletteTexts.sync({ name }),
          icon: IconRefresh,
          run: () => void runAction('sync-site', { site_id_or_domain: site.id }, texts),
        }
      }),
  },
  {
    words: ['open', 'admin', 'login', ...paletteTexts.adminWords.split(' ')],
    needs: 'open-admin',
    entries: ({ sites }) =>
      sites.map((site) => ({
        key: `admin-${site.id}`,
        label: paletteTexts.admin({ name: nameOf(site) }),
        icon: IconBrandWordpress,
        run: () => void openAdmin(site.id),
      })),
  },
]

interface Command {
  verb: Verb | undefined
  /** What is searched. */
  query: string
}

/** Splits the verb from the rest; the whole text is searched if it has none. */
export function readCommand(typed: string, can: (operation: OperationName) => boolean): Command {
  const [word = '', ...rest] = typed.toLowerCase().split(' ')
  const verb = verbs.find(({ words, needs }) => words.includes(word) && can(needs))
  const query = verb ? rest.join(' ').trim() : ''
  return verb && query !== '' ? { verb, query } : { verb: undefined, query: typed }
}
