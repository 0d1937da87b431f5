import { z } from 'zod'
import { group, type Setting, withoutEffect } from '../setting.ts'
import { flag, flags, integer, oneOf } from '../setting-types.ts'

const limitedByCalls = 'svc_maximum_requests limits them'

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

const algorithms = ['OPENSSL_ALGO_SHA256', 'OPENSSL_ALGO_SHA384', 'OPENSSL_ALGO_SHA512'] as const
const withoutHint = (name: string) => name.replace(' (Default)', '')

/** The two weak algorithms of the protocol are refused, because their signatures can be forged. */
const signatureAlgorithm: Setting<string, string> = {
  summary: 'The hash of signatures, SHA-256 or stronger; SHA1 and SHA224 are too weak and refused.',
  defaultValue: algorithms[0],
  inputSchema: z
    .union([z.string(), z.null()])
    .refine((name) => name === null || algorithms.some((algorithm) => algorithm === withoutHint(name)), {
      error: ({ input }) =>
        /SHA(1|224)$/.test(String(input))
          ? `is too weak to sign with; use one of: ${algorithms.join(', ')}`
          : `must be one of: ${algorithms.join(', ')}`,
    }),
  storedSchema: z.literal(algorithms),
  toStored: (given) => withoutHint(given),
}

/** 0: without limit. A short time would remove what people look for after an incident. */
const retentionDays = [0, 90, 180, 365, 730, 1095, 1825, 3650] as const

export const advanced = group({
  name: 'advanced',
  title: 'Advanced settings',
  settings: {
    svc_maximum_requests: integer(1, 1000, 50, 'Calls to sites at the same time, for each process of the service.'),
    svc_minimum_delay: integer(0, 5000, 0, 'Milliseconds between the starts of two calls to sites.'),
    svc_maximum_ip_requests: integer(1, 100, 4, 'Calls to the same IP address at the same time, for each process.'),
    svc_minimum_ip_delay: integer(0, 5000, 0, 'Milliseconds between the starts of two calls to the same IP address.'),
    svc_chunksitesnumber: withoutEffect(integer(1, 30, 10, 'Sites in one chunk of work.')),
    svc_chunksleepinterval: withoutEffect(integer(0, 20, 5, 'Seconds between two chunks of work.')),
    svc_maximum_sync_requests: withoutEffect(integer(1, 1000, 8, 'Syncs at the same time.'), limitedByCalls),
    svc_maximum_install_update_requests: integer(
      1,
      1000,
      50,
      'Sites on which updates are installed at the same time, over all processes.',
    ),
    svc_maximum_uptime_monitoring_requests: integer(
      1,
      1000,
      500,
      'Checks of monitors at the same time, divided among the processes; each has at least one.',
    ),
    svc_optimize: withoutEffect(flag(1, 'Optimise for large fleets.'), 'it is always on'),
    svc_wp_cron: withoutEffect(
      flag(1, 'Let visitors of the dashboard trigger schedules.'),
      'the service has its own scheduler',
    ),
    svc_ssl_verify_certificate: flag(1, 'Whether the certificates of new sites are checked by default.'),
    svc_force_use_ipv4: flag(0, 'Call sites by their IPv4 addresses only; takes effect within a minute.'),
    svc_verify_connection_method: withoutEffect(
      integer(1, 2, 1, 'How sites check the signature of Flotilla: 1 by OpenSSL, 2 by a library.'),
      'sites always use OpenSSL',
    ),
    svc_connect_signature_algo: withoutEffect(signatureAlgorithm, 'every call is signed with SHA-256'),
    sync_data: withoutEffect(
      flags(syncedParts, 'The parts of a site that a sync reads.'),
      'a sync always reads all parts',
    ),
    audit_retention_days: oneOf(retentionDays, 0, 'Days that audit lines are stored; 0: without limit.'),
    update_history_retention_days: oneOf(
      retentionDays,
      1095,
      'Days that the history of updates is stored; 0: without limit.',
    ),
    report_deliveries_retention_days: oneOf(
      retentionDays,
      1095,
      'Days that the list of sent reports is stored; 0: without limit.',
    ),
    svc_rest_batch_items_limit: integer(1, 1000, 100, 'Maximum number of items of one call of /batch.'),
    svc_rest_credentials_in_query: flag(
      0,
      'Accept consumer_key and consumer_secret in the address, on the REST base of the established product. Proxies log addresses.',
    ),
  },
})
