import { describe, expect, it } from 'vitest'
import { printsNotice } from './error-page.ts'
import { assetsOf, newestOf, pathOnSite, readNamespaces } from './page-contents.ts'

const site = 'https://shop.example/blog/'

describe('what pages say', () => {
  it.each<[string, string | null]>([
    ['https://shop.example/blog/a/?x=1', '/a/'],
    ['/blog/wp-content/a.css', '/wp-content/a.css'],
    ['http://shop.example/blog/b/', '/b/'],
    ['https://shop.example/other/', null],
    ['https://other.example/blog/a/', null],
    ['//cdn.example/blog/a.css', null],
    ['javascript:alert(1)', null],
    ['https://shop.example/blog/../secret', null],
  ])('names a path of the site: %s', (address, path) => {
    expect(pathOnSite(site, address)).toBe(path)
  })

  it.each<[string, string[] | null]>([
    ['{"namespaces":["wp/v2","shop/v1"]}', ['wp/v2', 'shop/v1']],
    ['{"namespaces":["wp/v2",7,null]}', ['wp/v2']],
    ['{"namespaces":{}}', null],
    ['<br /><b>Warning</b>: x {"namespaces":[]}', null],
    ['[]', null],
    ['', null],
  ])('reads the namespaces of %s', (page, names) => {
    expect(readNamespaces(page)).toEqual(names)
  })

  it('finds the newest entry of a feed', () => {
    const feed = (link: string) => `<rss><channel><link>${site}</link><item><title>A</title><link>${link}</link></item>`
    expect(newestOf(feed(`${site}new/`), site)).toBe('/new/')
    expect(newestOf(feed('https://other.example/new/'), site)).toBe(null)
    expect(newestOf(`<rss><channel><link>${site}</link></channel></rss>`, site)).toBe(null)
  })

  it('finds style sheets and scripts of the site', () => {
    const page = `<link rel="icon" href="${site}icon.ico"><link rel='stylesheet' id='a' href='${site}wp-content/plugins/forms/a.css?ver=2' />
      <script src="${site}wp-includes/b.js"></script><script>var src="x.js"</script><script src="https://cdn.example/c.js"></script>`
    expect(assetsOf(page, site)).toEqual(['/wp-content/plugins/forms/a.css', '/wp-includes/b.js'])
  })

  it.each<[string, boolean]>([
    ['<br />\n<b>Deprecated</b>:  Old in <b>/a.php</b> on line <b>12</b><br /><!DOCTYPE html><html>', true],
    ['\nWarning: Undefined variable $a in /a.php on line 3\n<html>', true],
    ['\nNotice: Old in /a.php on line 3\n<?xml version="1.0"?>', true],
    ['<!DOCTYPE html><html><p>Warning: this is text in a.php on line 3', false],
    ['Notice: we are closed<!DOCTYPE html>', false],
    ['', false],
  ])('notices what PHP prints before the page: %s', (page, expected) => {
    expect(printsNotice(page)).toBe(expected)
  })
})
