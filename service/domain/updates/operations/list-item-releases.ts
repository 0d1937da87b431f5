import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'
import { findHeldReleases, releaseKey } from '../../update-policies/index.ts'
import { listReleasesOfItem } from '../item-release-store.ts'

export const listItemReleases = operation({
  name: 'list-item-releases',
  summary:
    'List the versions of a plugin, a theme or WordPress with their record in this fleet: installed, rolled back, failed, held.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    type: z.enum(['core', 'plugin', 'theme']),
    slug: z.string().min(1).max(200).describe('Of WordPress itself: wordpress.'),
  }),
  output: z.object({
    releases: z.array(
      z.object({
        version: z.string(),
        sites: z.int().describe('Where it is installed now.'),
        installed: z.int().describe('Updates to it that succeeded.'),
        rolled_back: z.int(),
        failed: z.int(),
        held: z.string().nullable().describe('Why it is held; null when it is not.'),
        last_at: timestamp.nullable().describe('The last update to it.'),
      }),
    ),
    total: z.int(),
  }),
}).does(async ({ type, slug }, { db, actor }) => {
  const [rows, held] = await Promise.all([
    listReleasesOfItem(db, { type, slug, limits: actor.limits }),
    findHeldReleases(db),
  ])
  const releases = rows
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .map(({ last_at, ...row }) => {
      const reason = held.get(releaseKey({ type, slug, version: row.version })) ?? null
      return { ...row, held: reason, last_at: isoTime(last_at) }
    })
  return { releases, total: releases.length }
})
