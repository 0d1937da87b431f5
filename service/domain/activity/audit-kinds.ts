/** What a line is about, by the name of its operation. */
export const auditKinds = ['access', 'sites', 'updates', 'content', 'clients', 'settings', 'system', 'other'] as const
export type AuditKind = (typeof auditKinds)[number]

/** In this order: the first that matches. */
const patterns: readonly [AuditKind, RegExp][] = [
  [
    'system',
    /master-key|^restore-backup$|service-backup|restore-check|audit-lines|^create-audit-anchor$|^key-audit-trail$|^(retry-failed|cancel|record-own|reckon|compute|roll-up|sum-up)-/,
  ],
  [
    'system',
    /^(recount-software|check-directory-items|keep-fleet-day|send-daily-digest|send-health-alerts|tell-poor-health|fetch-due-icons)$/,
  ],
  ['content', /(^|-)(posts?|pages?|comments?|site-users?|site-sessions|admin-passwords?)(-|$)/],
  [
    'access',
    /(^|-)(sign|authenticate|users?|keys?|sessions?|passwords?|passkeys?|factors?|totp|codes|roles?|invitations?|oidc|account)(-|$)/,
  ],
  ['access', /^(approve|refuse)-call$|-approval$/],
  [
    'updates',
    /^update-(site-(core|plugins|themes|translations)|one-site|all)$|(^|-)updates(-|$)|(^|-)(rollouts?|update-policy|held-release|guards?|packages?)(-|$)|^ignore-|^install-/,
  ],
  ['clients', /(^|-)(clients?|costs?|tasks?|buckets?|timer|reports?|payment|product)(-|$)/],
  ['settings', /settings|(^|-)(module|webhooks?|notification|mail|provider|email)(-|$)/],
  [
    'sites',
    /(^|-)(sites?|bulk|tags?|monitors?|incidents?|maintenance|move-in|admin|certificates?|domains?|vulnerability|vulnerabilities)(-|$)/,
  ],
]

export const kindOf = (operation: string): AuditKind =>
  patterns.find(([, pattern]) => pattern.test(operation))?.[0] ?? 'other'
