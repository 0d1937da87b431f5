import { faultTypes, isFaultName } from '../faults/catalogue.ts'
import { isUpdateBehaviour, updateBehaviours } from '../faults/update-behaviours.ts'
import type { Fleet } from '../fleet.ts'
import type { NewPlugin, NewTheme } from '../site/contents.ts'
import type { Site } from '../site/site.ts'

export class NotFound extends Error {}

type Command = (site: Site, body: Record<string, unknown>) => unknown

const textField = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new Error(`"${name}" is missing.`)
  return value
}

/** Commands of the control endpoint: POST /sites/{number}/{command}. */
export const commands: Readonly<Record<string, Command>> = {
  'set-fault'(site, { name, ...options }) {
    if (typeof name !== 'string' || !isFaultName(name)) throw new Error(`Known: ${Object.keys(faultTypes).join(', ')}.`)
    site.setFault(name, options)
  },
  async 'clear-faults'(site, { name }) {
    await site.clearFaults(typeof name === 'string' && isFaultName(name) ? name : undefined)
  },
  'on-update'(site, { slug, behaviour, ...options }) {
    if (typeof slug !== 'string') throw new Error('"slug" is missing.')
    if (typeof behaviour !== 'string' || !isUpdateBehaviour(behaviour)) {
      throw new Error(`"behaviour" is one of: ${Object.keys(updateBehaviours).join(', ')}.`)
    }
    site.onUpdate(slug, behaviour, options)
  },
  'front-page'(site, body) {
    site.frontPage = body
  },
  connect(site, body) {
    const admin = typeof body.admin === 'string' ? body.admin : undefined
    site.connect({ publicKey: textField(body, 'publicKey'), server: textField(body, 'server'), admin })
  },
  disconnect: (site) => site.disconnect(),
  reset: (site) => site.reset(),
  'forget-journal': (site) => site.callLog.clear(),
  // A wrong body harms only the test that sends it.
  'add-plugin': (site, body) => void site.addPlugin(body as unknown as NewPlugin),
  // As above.
  'add-theme': (site, body) => void site.addTheme(body as unknown as NewTheme),
  'offer-plugin': (site, body) => site.offerPlugin(textField(body, 'file'), textField(body, 'version')),
  'offer-theme': (site, body) => site.offerTheme(textField(body, 'slug'), textField(body, 'version')),
  'offer-core'(site, body) {
    site.core.offered = textField(body, 'version')
  },
  'by-hand'(site, body) {
    const action = textField(body, 'action')
    const subject = String(body.subject ?? '')
    if (action === 'activate-plugin') site.byHand.activatePlugin(subject)
    else if (action === 'deactivate-plugin') site.byHand.deactivatePlugin(subject)
    else if (action === 'delete-plugin') site.byHand.deletePlugin(subject)
    else if (action === 'activate-theme') site.byHand.activateTheme(subject)
    else if (action === 'delete-theme') site.byHand.deleteTheme(subject)
    else if (action === 'update-core') site.byHand.updateCore(subject)
    else if (action === 'log-in') site.byHand.logIn(subject || undefined)
    else throw new Error(`Unknown action "${action}".`)
  },
  /** The simple switches: uniqueId, maintenance, connectorActive, outboundDelay, phpVersion, activeTheme. */
  set(site, body) {
    for (const [name, value] of Object.entries(body)) {
      if (!switches.has(name)) throw new Error(`"${name}" is not one of: ${[...switches].join(', ')}.`)
      Object.assign(site, { [name]: value })
    }
  },
}

const switches = new Set([
  'snippetsForbidden',
  'filesReadOnly',
  'uniqueId',
  'maintenance',
  'connectorActive',
  'outboundDelay',
  'phpVersion',
  'activeTheme',
])

export const describeFleet = (fleet: Fleet): unknown => ({
  sites: fleet.sites.length,
  port: fleet.port,
  admin: fleet.admin,
  counts: fleet.counts,
  mostAtOnce: fleet.traffic.peak,
  journalEntries: fleet.sites.reduce((sum, site) => sum + site.journal.length, 0),
})

const views: Readonly<Record<string, (site: Site) => unknown>> = {
  journal: (site) => site.journal,
  counts: (site) => site.counts,
  plugins: (site) =>
    site.plugins.map(({ entry, version, active, offer }) => ({ file: entry.file, version, active, offer })),
  themes: (site) => site.themes.map(({ entry, version, offer }) => ({ slug: entry.slug, version, offer })),
  posts: (site) => site.posts,
  comments: (site) => site.comments,
  users: (site) => site.users,
  events: (site) => site.events,
  actions: (site) => site.actions,
  guards: (site) =>
    site.guards.all.map(({ fatal: _, token: __, entry: ___, item: ____, nonces: _____, ...guard }) => guard),
}

/** GET /sites/{number}, or one of its parts. */
export function describeSite(site: Site, part: string | undefined): unknown {
  if (part !== undefined) {
    const view = Object.hasOwn(views, part) ? views[part] : undefined
    if (!view) throw new NotFound(`A site shows: ${Object.keys(views).join(', ')}.`)
    return view(site)
  }
  return {
    number: site.index + 1,
    url: site.url,
    hostname: site.hostname,
    title: site.title,
    behaviour: site.behaviour,
    connection: site.connection,
    uniqueId: site.uniqueId,
    connectorActive: site.connectorActive,
    maintenance: site.maintenance,
    broken: site.releases.isBroken,
    wasBroken: site.releases.wasBroken,
    faultTypes: site.faults.names,
    frontPage: site.frontPage,
    core: site.core,
    activeTheme: site.activeTheme,
    sessions: site.sessions.count,
    counts: site.counts,
    journalEntries: site.journal.length,
    mostAtOnce: site.callLog.requests.peak,
    mostChangingAtOnce: site.callLog.changes.peak,
  }
}
