import { SoftwarePage } from './software-page.tsx'

export default function ThemePage() {
  return <SoftwarePage type="theme" />
}
