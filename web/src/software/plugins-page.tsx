import { InventoryPage } from './inventory-page.tsx'

export default function PluginsPage() {
  return <InventoryPage type="plugin" />
}
