import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isAliased, renameIn, renameOut, rewriteCompatPath } from './their-names.ts'

const rewritten = (url: string) => {
  const raw = { url } as IncomingMessage
  return [rewriteCompatPath(raw), isAliased({ raw })]
}

describe('addresses of the established product', () => {
  it.each([
    ['/wp-json/wp-abilities/v1/abilities?per_page=100', '/api/v1/abilities?per_page=100'],
    ['/wp-json/wp-abilities/v1/abilities/mainwp/list-sites-v1/run', '/api/v1/abilities/svc/list-sites-v1/run'],
    ['/wp-json/wp-abilities/v1/abilities?category=mainwp-sites', '/api/v1/abilities?category=svc-sites'],
    ['/wp-json/wp-abilities/v1/categories/mainwp-tags', '/api/v1/categories/svc-tags'],
    ['/wp-json/mainwp/v2/sites/1/non-mainwp-changes', '/api/v2/sites/1/non-svc-changes'],
    ['/wp-json/mainwp/v2/settings/advanced/edit?mainwp_optimize=1', '/api/v2/settings/advanced/edit?svc_optimize=1'],
  ])('%s', (theirs, ours) => {
    expect(rewritten(theirs)).toEqual([ours, true])
  })

  it.each(['/api/v2/sites', '/wp-json/other/v1', '/wp-json/mainwp/v22/sites', '/'])('%s stays unchanged', (url) => {
    expect(rewritten(url)).toEqual([url, false])
  })
})

it('renames settings keys and the batch key in requests', () => {
  expect(renameIn({ mainwp_optimize: 1, sites: { 'non-mainwp-changes': [1], sync: [2] } })).toEqual({
    svc_optimize: 1,
    sites: { 'non-svc-changes': [1], sync: [2] },
  })
})

it('renames codes, names, categories, links and keys in answers, and nothing else', () => {
  expect(
    renameOut({
      code: 'svc_site_not_found',
      name: 'svc/list-sites-v1',
      category: 'svc-sites',
      svc_optimize: 1,
      status_url: 'https://f.example/api/v2/jobs/3',
      _links: { self: [{ href: 'https://f.example/api/v1/abilities/svc/get-site-v1' }] },
      message: 'svc_ stays in a sentence',
      data: { name: 'svc/my own name', total: 3, none: null, list: [true] },
    }),
  ).toEqual({
    code: 'mainwp_site_not_found',
    name: 'mainwp/list-sites-v1',
    category: 'mainwp-sites',
    mainwp_optimize: 1,
    status_url: 'https://f.example/wp-json/mainwp/v2/jobs/3',
    _links: { self: [{ href: 'https://f.example/wp-json/wp-abilities/v1/abilities/mainwp/get-site-v1' }] },
    message: 'svc_ stays in a sentence',
    data: { name: 'svc/my own name', total: 3, none: null, list: [true] },
  })
})
