import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { listTexts } from './list-texts.ts'

interface Issue {
  description: string
  /** Link to the page that resolves the issue for all sites. */
  remedy?: { to: string; search?: Record<string, string>; label: string }
}

const issues: Readonly<Record<string, Issue | undefined>> = {
  any: {
    description: listTexts.sitesOnWhichThe,
  },
  wp_uptodate: {
    description: listTexts.sitesOnWhichWordpress,
    remedy: { to: '/updates', search: { type: 'core' }, label: listTexts.updateWordpress },
  },
  sec_outdated_plugins: {
    description: listTexts.sitesOnWhichPlugins,
    remedy: { to: '/updates', search: { type: 'plugins' }, label: listTexts.updatePlugins },
  },
  sec_outdated_themes: {
    description: listTexts.sitesOnWhichThemes,
    remedy: { to: '/updates', search: { type: 'themes' }, label: listTexts.updateThemes },
  },
  sslprotocol: {
    description: listTexts.sitesThatAreReached,
  },
  phpversion_matched: {
    description: listTexts.sitesWithAPhp,
  },
  debug_disabled: { description: listTexts.sitesWithTheDebug },
  php_reporting: { description: listTexts.sitesThatShowVisitors },
  db_reporting: { description: listTexts.sitesThatShowVisitorsError },
  sec_inactive_plugins: {
    description: listTexts.sitesWithPluginsThat,
    remedy: { to: '/plugins', label: listTexts.lookAtThePlugins },
  },
  sec_inactive_themes: {
    description: listTexts.sitesWithThemesThat,
    remedy: { to: '/themes', label: listTexts.lookAtTheThemes },
  },
}

/** Describes the issue by which the sites are filtered, with a remedy and a link that removes the filter. */
export function IssueNotice({ issue, onClear }: { issue: string; onClear: () => void }) {
  const { description, remedy } = issues[issue] ?? {
    description: listTexts.sitesThatReportA({ replaceAll: issue.replaceAll('_', ' ') }),
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
          {listTexts.showAllSites}
        </Button>
      </div>
    </Notice>
  )
}
