import { InventoryPage } from './inventory-page.tsx'

export default function ThemesPage() {
  return <InventoryPage type="theme" />
}
