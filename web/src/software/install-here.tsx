import { lazy, Suspense, useState } from 'react'
import { Can } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconPlus } from '../ui/icons.ts'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

const InstallDialog = lazy(() => import('./install-dialog.tsx'))

/** Installs a plugin or theme of the public directory on one site. */
export function InstallHere({ type, siteId }: { type: SoftwareType; siteId: number }) {
  const [open, setOpen] = useState(false)
  return (
    <Can operation="install-site-version">
      <Button icon={IconPlus} onClick={() => setOpen(true)}>
        {type === 'plugin' ? softwareTexts.installPlugin : softwareTexts.installTheme}
      </Button>
      {open && (
        <Suspense>
          <InstallDialog type={type} choice={{ site_ids_or_domains: [siteId] }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  )
}
