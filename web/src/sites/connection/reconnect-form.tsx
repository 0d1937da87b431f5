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
import { connectionTexts } from './connection-texts.ts'

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
          toast(connectionTexts.siteIsConnected({ site: nameOf(site) }), { tone: 'good' })
        },
      },
    )
  return (
    <Card title={connectionTexts.reconnect}>
      <Form problem={reconnect.error} onSubmit={submit} fields={fields}>
        {reconnect.error && <ConnectionHelp problem={reconnect.error} url={url} />}
        {reconnect.isSuccess && <Notice tone="good">{connectionTexts.connected}</Notice>}
        <p className="soft">{connectionTexts.usuallyAPressOn}</p>
        <TextField name="url" label={connectionTexts.address} inputMode="url" value={url} onChange={setUrl} />
        {url !== site.url && <AddressChangeNotice before={site.url} after={url} />}
        <div className="grid-2">
          <TextField
            name="admin"
            label={connectionTexts.administrator}
            autoComplete="off"
            value={admin}
            onChange={setAdmin}
          />
          <TextField
            name="admin_password"
            label={connectionTexts.password}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </div>
        <TextField
          name="unique_id"
          label={connectionTexts.uniqueSecurityId}
          hint={connectionTexts.onlyIfTheConnectors}
          autoComplete="off"
          value={uniqueId}
          onChange={setUniqueId}
        />
        {url !== site.url && (
          <div className="grid-2">
            <TextField
              name="http_user"
              label={connectionTexts.webServerUserName}
              hint={connectionTexts.onlyIfTheWeb}
              autoComplete="off"
              value={httpUser}
              onChange={setHttpUser}
            />
            <TextField
              name="http_pass"
              label={connectionTexts.webServerPassword}
              type="password"
              autoComplete="new-password"
              value={httpPass}
              onChange={setHttpPass}
            />
          </div>
        )}
        <CheckField
          name="ssl_verify"
          label={connectionTexts.checkTheCertificateOf}
          hint={connectionTexts.switchItOffOnly}
          checked={verify}
          onChange={setVerify}
        />
        <div>
          <Button type="submit" tone="primary" icon={IconPlug} busy={reconnect.isPending}>
            {connectionTexts.reconnect}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function AddressChangeNotice({ before, after }: { before: string; after: string }) {
  return <Notice tone="warn">{connectionTexts.theAddressChangesFrom({ before, after })}</Notice>
}
