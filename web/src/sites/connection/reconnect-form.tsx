import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IconPlug } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { ConnectionHelp } from './connection-help.tsx'

const fields = ['url', 'admin', 'admin_password', 'unique_id', 'http_user', 'http_pass', 'ssl_verify']

/** Reconnects with the stored key, else with a new one. Address and user can be corrected in the same step. */
export function ReconnectForm({ site }: Pick<SiteTab, 'site'>) {
  const [url, setUrl] = useState(site.url)
  const [admin, setAdmin] = useState(site.admin_username)
  const [password, setPassword] = useState('')
  const [uniqueId, setUniqueId] = useState('')
  const [httpUser, setHttpUser] = useState('')
  const [httpPass, setHttpPass] = useState('')
  const [verify, setVerify] = useState(site.ssl_verify)
  const reconnect = useAction('reconnect-site')
  const submit = () =>
    reconnect.mutate(
      {
        site_id_or_domain: site.id,
        ...(url !== site.url && { url }),
        ...(admin !== site.admin_username && { admin }),
        ...(password && { admin_password: password }),
        ...(uniqueId && { unique_id: uniqueId }),
        ...(httpUser && { http_user: httpUser, http_pass: httpPass }),
        ...(verify !== site.ssl_verify && { ssl_verify: verify }),
      },
      {
        onSuccess: () => {
          setPassword('')
          setUniqueId('')
          setHttpUser('')
          setHttpPass('')
          toast(`${nameOf(site)} is connected.`, { tone: 'good' })
        },
      },
    )
  return (
    <Card title="Reconnect">
      <Form problem={reconnect.error} onSubmit={submit} fields={fields}>
        {reconnect.error && <ConnectionHelp problem={reconnect.error} url={url} />}
        {reconnect.isSuccess && <Notice tone="good">Connected.</Notice>}
        <p className="soft">
          Usually a press on the button is enough. If the site has moved or forgotten us, correct the address or give
          the administrator’s password; it is used once and never stored.
        </p>
        <TextField name="url" label="Address" inputMode="url" value={url} onChange={setUrl} />
        {url !== site.url && <AddressChangeNotice before={site.url} after={url} />}
        <div className="grid-2">
          <TextField name="admin" label="Administrator" autoComplete="off" value={admin} onChange={setAdmin} />
          <TextField
            name="admin_password"
            label="Password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </div>
        <TextField
          name="unique_id"
          label="Unique security ID"
          hint="Only if the connector’s settings on the site show one."
          autoComplete="off"
          value={uniqueId}
          onChange={setUniqueId}
        />
        {url !== site.url && (
          <div className="grid-2">
            <TextField
              name="http_user"
              label="Web server user name"
              hint="Only if the web server asks for one."
              autoComplete="off"
              value={httpUser}
              onChange={setHttpUser}
            />
            <TextField
              name="http_pass"
              label="Web server password"
              type="password"
              autoComplete="new-password"
              value={httpPass}
              onChange={setHttpPass}
            />
          </div>
        )}
        <CheckField
          name="ssl_verify"
          label="Check the certificate of the site"
          hint="Switch it off only for a site of your own with a self-made certificate."
          checked={verify}
          onChange={setVerify}
        />
        <div>
          <Button type="submit" tone="primary" icon={IconPlug} busy={reconnect.isPending}>
            Reconnect
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function AddressChangeNotice({ before, after }: { before: string; after: string }) {
  return (
    <Notice tone="warn">
      The address changes from {before} to {after}. Signed calls stop until the site is reconnected, and stored
      passwords are removed: enter the administrator’s password. Changing the address back within 7 days restores the
      connection. A change from http to https alone keeps everything.
    </Notice>
  )
}
