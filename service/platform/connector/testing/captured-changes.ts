import { expect } from 'vitest'
import { demo, type Expectation, outcome } from './captured-answers.ts'

// These need a second answer: the state of the site before or afterwards.
export const withSecondReading: (Expectation & { replies: string[] })[] = [
  {
    captures: '023',
    replies: ['023', '023e'],
    call: (c, s) => c.activatePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '024',
    replies: ['024', '025s'],
    call: (c, s) => c.deactivatePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '068',
    replies: ['068', '068e'],
    call: (c, s) => c.updateThemes(s, [{ slug: 'fleet-theme', version: '1.0.0' }]),
    gives: outcome('fleet-theme', 'done', { oldVersion: '1.0.0', newVersion: '1.2.0' }),
  },
  {
    captures: '069',
    replies: ['069', '084'],
    call: (c, s) => c.updateTranslations(s, ['fleet-demo']),
    gives: outcome('fleet-demo', 'done'),
  },
  {
    captures: '065',
    replies: ['065', '066s'],
    call: (c, s) =>
      c.updatePlugins(s, [
        { slug: demo, version: '1.0.0' },
        { slug: 'fleet-broken/fleet-broken.php', version: '0.9.0' },
      ]),
    gives: {
      items: [
        expect.objectContaining({ slug: demo, outcome: 'done', oldVersion: '1.0.0', newVersion: '1.1.0' }),
        expect.objectContaining({
          outcome: 'failed',
          code: 'svc_update_failed',
          wordpressCodes: ['download_failed'],
          message: expect.stringContaining('Download failed.'),
        }),
      ],
    },
  },
  {
    // The list within this answer still contains the deleted plugin.
    captures: '026',
    replies: ['026', '027s'],
    call: (c, s) => c.deletePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '028',
    replies: ['028', '027s'],
    call: (c, s) => c.activatePlugins(s, ['absent/absent.php']),
    gives: outcome('absent/absent.php', 'failed', { code: 'svc_not_installed' }),
  },
  {
    captures: '067',
    replies: ['067', '066s'],
    call: (c, s) => c.updatePlugins(s, [{ slug: 'absent/absent.php', version: '1.0' }]),
    gives: outcome('absent/absent.php', 'failed', { code: 'svc_not_installed' }),
  },
  {
    captures: '032',
    replies: ['038+', '032', '033s'],
    call: (c, s) => c.activateTheme(s, 'fleet-theme-two'),
    gives: outcome('fleet-theme-two', 'done'),
  },
  {
    captures: '035',
    replies: ['038', '035', '031s'],
    call: (c, s) => c.activateTheme(s, 'twentytwentyfive'),
    gives: outcome('twentytwentyfive', 'done'),
  },
  {
    captures: '034',
    replies: ['034', '033s'],
    call: (c, s) => c.deleteThemes(s, ['fleet-theme-two']),
    gives: outcome('fleet-theme-two', 'failed', { code: 'svc_theme_active' }),
  },
  {
    captures: '037',
    replies: ['037', '038s'],
    call: (c, s) => c.deleteThemes(s, ['fleet-theme-two']),
    gives: outcome('fleet-theme-two', 'done'),
  },
  {
    captures: '029',
    replies: ['025s', '029', '030s'],
    call: (c, s) => c.install(s, { type: 'plugin', url: 'https://example.com/fleet-extra.1.0.0.zip', activate: true }),
    gives: { outcome: 'done', slug: 'fleet-extra/fleet-extra.php', version: '1.0.0', active: true },
  },
  {
    captures: '070',
    replies: ['020', '070', '084'],
    call: (c, s) => c.updateCore(s),
    gives: { outcome: 'current', oldVersion: '6.8.99' },
  },
]
