import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fleet, startFleet } from './fleet.ts'
import { fromBase64Json } from './php/values.ts'
import { capturedCalls, fileNames } from './testing/captured-calls.ts'
import { capture, loadCapturedContents } from './testing/captured-site.ts'
import type { Loose, Reply } from './testing/dashboard.ts'
import { differences } from './testing/same-shape.ts'

/**
 * The 84 calls that were made to a live site, made to a simulated one with the same contents: every reply must have the same keys
 * in the same order, the same types and, except for the paths in `free`, the same values.
 */

const free = [
  /(^|\.)(siteurl|home|link|extauth|regverify|dbsize|dbsize_activitylogs|client_ip|user_agent|created_on|created)$/,
  /(^|\.)site_info\.(memory_limit|mysql_version|db_size|ip|site_lang|site_public|format_datetime\..*)$/,
  /(^|\.)(health_site_status\..*|directories\{\})$/,
  /^(added_id|other_data\.new_post_data\.post_(id|date|date_gmt)|other_data\.post_action_data\.post_(id|date|date_gmt))$/,
  /^my_post\.(ID|new_post\.(edit_id|post_date|post_date_gmt)|child_upload_dir\..*)$/,
  /^other_data\.(new_user_data|users_data)\.user_id$/,
  /^\[\]\.(id|registered)$/,
  /changes_logs_data\[\]\.(id|meta_data\.new_value)$/,
  /child_site_actions_data\[\]\.(duration|meta_data\.user_meta\.ip)$/,
]
const isFree = (path: string) => free.some((pattern) => pattern.test(path))

/** Decodes base64; sorts themes, because the real order is that of folders. */
const comparable = (payload: Loose): Loose => {
  const bySlug = (themes: Loose[]) => themes.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  if (Array.isArray(payload?.themes)) return { ...payload, themes: bySlug(payload.themes) }
  if (payload?.data?.[0]?.parent_active !== undefined) return { data: bySlug(payload.data) }
  if (payload?.my_post?.new_post) return { ...payload, my_post: opened(payload.my_post) }
  return payload
}

const opened = ({ new_post, post_custom, child_upload_dir, ...rest }: Loose): Loose => ({
  new_post: fromBase64Json(new_post),
  post_custom: fromBase64Json(post_custom),
  child_upload_dir: fromBase64Json(child_upload_dir),
  ...rest,
})

let fleet: Fleet
let calls: ReadonlyMap<string, () => Promise<Reply>>

beforeAll(async () => {
  fleet = await startFleet({ sites: 1 })
  loadCapturedContents(fleet.sites[0]!)
  calls = capturedCalls(fleet.sites[0]!)
})
afterAll(() => fleet.close())

it('makes all 84 calls', () => {
  expect([...calls.keys()]).toEqual(fileNames())
})

it.each(fileNames())('answers like the live site: %s', async (file) => {
  const { status, payload } = await calls.get(file)!()
  expect(status).toBe(200)
  expect(differences(comparable(payload), comparable(capture(file)), isFree)).toEqual([])
})
