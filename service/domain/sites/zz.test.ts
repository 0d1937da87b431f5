import { it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { peopledHouse } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
const scene = peopledHouse({ serves: true })
const { ability, rest } = callers(scene)
it('x', { timeout: 300_000 }, async () => {
  for (const n of [100, 99_900]) {
    const base = n === 100 ? 0 : 100
    await seedSites(scene.house.db, n, (i) => ({ url: `https://site-${i + base}.example/`, name: `Site ${i + base}`, private_key: 'x'.repeat(2500), facts: JSON.stringify({ active_theme: 'x', ip: '1.2.3.4' }) as never }))
    await scene.house.db.pool.query('analyze sites')
    const time = async (name: string, f: () => Promise<unknown>, times = 40) => {
      for (let i = 0; i < 8; i++) await f()
      const all: number[] = []
      for (let i = 0; i < times; i++) { const t = performance.now(); await f(); all.push(performance.now() - t) }
      all.sort((a, b) => a - b)
      console.log(n, name, 'median', all[Math.floor(times / 2)]!.toFixed(2), 'min', all[0]!.toFixed(2))
    }
    await time('get-site', () => ability('get-site', { site_id_or_domain: 50 }))
    await time('get-site domain', () => ability('get-site', { site_id_or_domain: 'site-50.example' }))
    await time('list brief', () => ability('list-sites', {}))
    await time('list brief status', () => ability('list-sites', { status: 'connected' }))
    await time('rest list', () => rest('GET /sites?per_page=20'))
    await time('rest list name', () => rest('GET /sites?per_page=20&orderby=name'))
    await time('search', () => ability('list-sites', { search: 'site-777' }))
    await time('count', () => ability('count-sites', {}))
    await time('check all dry', () => ability('check-sites', { dry_run: true }), 3)
    await time('basic', () => ability('get-sites-basic', {}), 3)
  }
})
