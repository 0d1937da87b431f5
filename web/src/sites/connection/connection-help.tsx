import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Notice } from '../../ui/notice.tsx'

/** Advice for connection errors, in addition to the error message. */
export function ConnectionHelp({ problem, url }: { problem: Problem; url: string }) {
  const help = helpFor(problem, url)
  if (!help) return null
  return <Notice tone="warn">{help}</Notice>
}

function helpFor({ code, facts }: Problem, url: string): ReactNode {
  const admin = `${url.endsWith('/') ? url.slice(0, -1) : url}/wp-admin/options-general.php?page=mainwp_child_tab`
  if (facts.child_code === 'REG_ERROR2' || code === 'svc_already_connected') {
    return (
      <div className="stack-tight">
        <strong>This site belongs to another dashboard, or to another administrator.</strong>
        <ol className="steps">
          <li>
            Sign in to the site’s own admin and open Settings, MainWP Child
            {/^https?:\/\/./.test(url) && (
              <>
                {' '}
                (
                <a href={admin} target="_blank" rel="noreferrer">
                  open it
                </a>
                )
              </>
            )}
            .
          </li>
          <li>Press Disconnect there. The other dashboard loses the site.</li>
          <li>Come back and try again; what you have entered stays here.</li>
        </ol>
      </div>
    )
  }
  if (code === 'svc_child_not_found') {
    return (
      <>
        Is the connector plugin installed and active on this site? It is called MainWP Child and is in the WordPress
        plugin directory. Is the address that of WordPress itself, with its folder if it has one?
      </>
    )
  }
  if (code === 'svc_site_already_exists' && typeof facts.site_id === 'number') {
    return (
      <Link to="/sites/$siteId/$tab" params={{ siteId: String(facts.site_id), tab: 'connection' }}>
        Go to the site that is already here
      </Link>
    )
  }
  if (code === 'svc_connection_failed' || code === 'svc_site_offline') {
    return 'Open the address in a browser. If it opens there, a firewall may keep this server out: let its IP address through.'
  }
  if (code === 'svc_http_auth_required') {
    return 'The web server asks for a user name and password of its own. Enter them under “More about this site”.'
  }
  if (code === 'svc_plain_http_refused') {
    return 'Use the https address. Over http anybody on the way could read along and take part.'
  }
  return null
}
