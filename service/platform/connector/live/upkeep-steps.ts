import { expect, expectRefusal, type Step } from './suite.ts'

export const upkeepSteps: Step[] = [
  {
    name: 'security: fix and unfix what can be fixed',
    changes: true,
    async run({ connector, site }) {
      for (const feature of ['db_reporting', 'php_reporting'] as const) {
        const { checks } = await connector.fixSecurity(site, feature)
        expect(checks.length > 0, `there is no check of ${feature}`)
        await connector.unfixSecurity(site, feature)
      }
      return ''
    },
  },
  {
    name: 'upkeep: cache, transients, revisions',
    changes: true,
    async run({ connector, site }) {
      const { status } = await connector.purgeCache(site)
      await connector.runMaintenance(site, ['transients_expired', 'autodraft', 'revisions'], { keepRevisions: 100 })
      return `cache: ${status}`
    },
  },
  {
    name: 'unique ID',
    changes: true,
    async run({ connector, site, options }) {
      await connector.setUniqueId(site, 'flotilla-try')
      try {
        const { uniqueId } = await connector.readSite(site, { parts: [] })
        expect(uniqueId === 'flotilla-try', `it became ${uniqueId}`)
        const { password } = options
        await expectRefusal(
          connector.register({ ...site, uniqueId: undefined }, { password }),
          'svc_registration_refused',
        )
        await expectRefusal(
          connector.register({ ...site, uniqueId: 'wrong' }, { password }),
          'svc_registration_refused',
        )
      } finally {
        await connector.setUniqueId(site, options.uniqueId ?? '')
      }
      return ''
    },
  },
  {
    name: 'end all sessions, and go on',
    changes: true,
    async run({ connector, site }) {
      await connector.endSessions(site)
      await connector.readSite(site, { parts: [] })
      return ''
    },
  },
]
