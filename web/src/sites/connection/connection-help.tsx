import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Notice } from '../../ui/notice.tsx'
import { connectionTexts } from './connection-texts.ts'

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
        <strong>{connectionTexts.thisSiteBelongsTo}</strong>
        <ol className="steps">
          <li>
            {/^https?:\/\/./.test(url)
              ? connectionTexts.signInAndOpen({
                  link: (text) => (
                    <a href={admin} target="_blank" rel="noreferrer">
                      {text}
                    </a>
                  ),
                })
              : connectionTexts.signIn}
          </li>
          <li>{connectionTexts.pressDisconnectThereThe}</li>
          <li>{connectionTexts.comeBackAndTry}</li>
        </ol>
      </div>
    )
  }
  if (code === 'svc_child_not_found') {
    return <>{connectionTexts.isTheConnectorPlugin}</>
  }
  if (code === 'svc_site_already_exists' && typeof facts.site_id === 'number') {
    return (
      <Link to="/sites/$siteId/$tab" params={{ siteId: String(facts.site_id), tab: 'connection' }}>
        {connectionTexts.goToTheSite}
      </Link>
    )
  }
  if (code === 'svc_connection_failed' || code === 'svc_site_offline') {
    return connectionTexts.openTheAddressIn
  }
  if (code === 'svc_http_auth_required') {
    return connectionTexts.theWebServerAsks
  }
  if (code === 'svc_plain_http_refused') {
    return connectionTexts.useTheHttpsAddress
  }
  return null
}
