import { z } from 'zod'
import { flag, flags, whole } from '../kinds.ts'
import { group, type Setting, withoutEffect } from '../setting.ts'

const boundedByCalls = 'svc_maximum_requests bounds them'

const syncedParts = [
  'wp_updates',
  'plugin_updates',
  'theme_updates',
  'translation_updates',
  'recent_comments',
  'recent_posts',
  'recent_pages',
  'securityStats',
  'directories',
  'categories',
  'totalsize',
  'dbsize',
  'plugins',
  'themes',
  'users',
  'plugins_outdate_info',
  'themes_outdate_info',
  'health_site_status',
  'child_site_actions_data',
  'othersData',
] as const

const algorithms = ['OPENSSL_ALGO_SHA256', 'OPENSSL_ALGO_SHA384', 'OPENSSL_ALGO_SHA512']
const withoutHint = (name: string) => name.replace(' (Default)', '')

/** A signature that can be forged is none: the two weak ones of the protocol are not taken. */
const signatureAlgorithm: Setting<string> = {
  summary: 'The hash of signatures, SHA-256 or stronger; SHA1 and SHA224 are too weak and refused.',
  byDefault: algorithms[0]!,
  takes: z.union([z.string(), z.null()]).refine((name) => name === null || algorithms.includes(withoutHint(name)), {
    error: ({ input }) =>
      /SHA(1|224)$/.test(String(input))
        ? `is too weak to sign with; take one of: ${algorithms.join(', ')}`
        : `must be one of: ${algorithms.join(', ')}`,
  }),
  holds: z.literal(algorithms),
  keeps: (given) => withoutHint(given as string),
}

export const advanced = group({
  name: 'advanced',
  title: 'Advanced settings',
  settings: {
    svc_maximum_requests: whole(1, 1000, 50, 'Calls to sites at the same time, for each process of the service.'),
    svc_minimum_delay: whole(0, 5000, 0, 'Milliseconds between the starts of two calls to sites.'),
    svc_maximum_ip_requests: whole(1, 100, 4, 'Calls to the same IP address at the same time, for each process.'),
    svc_minimum_ip_delay: whole(0, 5000, 0, 'Milliseconds between the starts of two calls to the same IP address.'),
    svc_chunksitesnumber: withoutEffect(whole(1, 30, 10, 'Sites in one piece of work.')),
    svc_chunksleepinterval: withoutEffect(whole(0, 20, 5, 'Seconds between two pieces of work.')),
    svc_maximum_sync_requests: withoutEffect(whole(1, 1000, 8, 'Syncs at the same time.'), boundedByCalls),
    svc_maximum_install_update_requests: whole(
      1,
      1000,
      50,
      'Sites on which updates are installed at the same time, over all processes.',
    ),
    svc_maximum_uptime_monitoring_requests: whole(
      1,
      1000,
      500,
      'Checks of monitors at the same time; several processes share them, each having at least one.',
    ),
    svc_optimize: withoutEffect(flag(1, 'Optimise for large fleets.'), 'it always is'),
    svc_wp_cron: withoutEffect(
      flag(1, 'Let visitors of the dashboard trigger schedules.'),
      'the service keeps time itself',
    ),
    svc_ssl_verify_certificate: flag(1, 'Whether new sites have their certificate checked, unless they say otherwise.'),
    svc_force_use_ipv4: flag(0, 'Call sites by their IPv4 addresses only; known names follow within a minute.'),
    svc_verify_connection_method: withoutEffect(
      whole(1, 2, 1, 'How sites check our signature: 1 by OpenSSL, 2 by a library.'),
      'sites are asked to use OpenSSL',
    ),
    svc_connect_signature_algo: withoutEffect(signatureAlgorithm, 'every call is signed with SHA-256'),
    sync_data: withoutEffect(
      flags(syncedParts, 'Which parts of a site a sync brings.'),
      'a sync brings what is kept here',
    ),
    svc_rest_batch_items_limit: whole(1, 1000, 100, 'Items that one call of /batch may have in all.'),
  },
})
