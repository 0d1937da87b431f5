import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface Issue {
  description: string
  /** Link to the page that resolves the issue for all sites. */
  remedy?: { to: string; search?: Record<string, string>; label: string }
}

const issues: Readonly<Record<string, Issue | undefined>> = {
  any: {
    description: 'Sites on which the last sync saw a security issue. What it is stands on the Security tab of each.',
  },
  wp_uptodate: {
    description: 'Sites on which WordPress is not up to date.',
    remedy: { to: '/updates', search: { type: 'core' }, label: 'Update WordPress' },
  },
  sec_outdated_plugins: {
    description: 'Sites on which plugins are not up to date.',
    remedy: { to: '/updates', search: { type: 'plugins' }, label: 'Update plugins' },
  },
  sec_outdated_themes: {
    description: 'Sites on which themes are not up to date.',
    remedy: { to: '/updates', search: { type: 'themes' }, label: 'Update themes' },
  },
  sslprotocol: {
    description:
      'Sites that are reached without encryption. Install a certificate there and change the address to https.',
  },
  phpversion_matched: {
    description: 'Sites with a PHP below 8.0, which gets no more fixes. Ask their hosts for a newer one.',
  },
  debug_disabled: { description: 'Sites with the debug mode of WordPress on. Set WP_DEBUG to false in wp-config.php.' },
  php_reporting: { description: 'Sites that show visitors error messages of PHP. Switch display_errors off.' },
  db_reporting: { description: 'Sites that show visitors error messages of the database. Switch them off.' },
  sec_inactive_plugins: {
    description: 'Sites with plugins that are installed but not active.',
    remedy: { to: '/plugins', label: 'Look at the plugins' },
  },
  sec_inactive_themes: {
    description: 'Sites with themes that are installed but not needed.',
    remedy: { to: '/themes', label: 'Look at the themes' },
  },
}

/** Describes the issue by which the sites are filtered, with a remedy and a link that removes the filter. */
export function IssueNotice({ issue, onClear }: { issue: string; onClear: () => void }) {
  const { description, remedy } = issues[issue] ?? {
    description: `Sites that report a problem with “${issue.replaceAll('_', ' ')}”.`,
  }
  return (
    <Notice tone="warn">
      <div className="apart">
        <span>
          {description}{' '}
          {remedy && (
            <Link to={remedy.to} search={remedy.search ?? {}}>
              {remedy.label}
            </Link>
          )}
        </span>
        <Button small onClick={onClear}>
          Show all sites
        </Button>
      </div>
    </Notice>
  )
}
