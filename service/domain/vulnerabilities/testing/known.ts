/** A record as public feeds write it. */
export interface KnownRecord {
  id: string
  slug?: string
  type?: 'plugin' | 'theme' | 'core'
  to?: string
  fixed?: string[]
  severity?: string
  cve?: string
  updated?: string
  exploited?: unknown
}

export const feedRecord = ({
  id,
  slug = 'forms',
  type = 'plugin',
  to = '2.1',
  fixed = ['2.2'],
  severity = 'High',
  cve,
  updated = '2026-11-15 08:00:00',
  exploited,
}: KnownRecord) => ({
  id,
  title: `${slug} up to ${to}`,
  software: [
    {
      ...{ type, name: slug, slug, patched: true, patched_versions: fixed },
      affected_versions: {
        [`* - ${to}`]: { from_version: '*', from_inclusive: true, to_version: to, to_inclusive: true },
      },
    },
  ],
  cvss: { score: 8.1, rating: severity },
  ...(cve && { cve }),
  ...(exploited !== undefined && { exploited }),
  references: [`https://example.com/${id}`],
  published: '2026-11-15 07:00:00',
  updated,
})

export const feedOf = (...records: KnownRecord[]) =>
  JSON.stringify(Object.fromEntries(records.map((record) => [record.id, feedRecord(record)])))
