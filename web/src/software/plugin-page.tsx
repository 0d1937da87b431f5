import { SoftwarePage } from './software-page.tsx'

export default function PluginPage() {
  return <SoftwarePage type="plugin" />
}
