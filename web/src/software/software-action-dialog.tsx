import BulkDialog, { type BulkDialogProps } from '../fleet/bulk-dialog.tsx'
import type { OpenSoftwareAction } from './software-bulk-actions.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

type Named = Pick<BulkDialogProps, 'action' | 'options' | 'title' | 'label'>

function describeAction(
  { action, count }: OpenSoftwareAction,
  type: SoftwareType,
  { slug, name }: { slug: string; name: string },
): Named {
  const texts = { name, sites: softwareTexts.sites({ count }) }
  const isPlugin = type === 'plugin'
  if (action === 'activate') {
    const what = isPlugin
      ? { action: 'activate-plugins' as const, options: { slugs: [slug] } }
      : { action: 'activate-theme' as const, options: { slug } }
    return { ...what, title: softwareTexts.activateOn(texts), label: softwareTexts.activate }
  }
  const options = { slugs: [slug] }
  if (action === 'deactivate')
    return {
      action: 'deactivate-plugins',
      options,
      title: softwareTexts.deactivateOn(texts),
      label: softwareTexts.deactivate,
    }
  return {
    action: isPlugin ? 'delete-plugins' : 'delete-themes',
    options,
    title: softwareTexts.deleteFrom(texts),
    label: softwareTexts.delete,
  }
}

/** The plan, progress and result of an action on one plugin or theme. */
export default function SoftwareActionDialog({
  type,
  slug,
  name,
  onClose,
  onDone,
  ...open
}: OpenSoftwareAction & {
  type: SoftwareType
  slug: string
  name: string
  onClose: () => void
  onDone: () => void
}) {
  return (
    <BulkDialog
      {...describeAction(open, type, { slug, name })}
      choice={open.choice}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
