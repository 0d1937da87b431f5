import { flag, oneOf } from '../kinds.ts'
import { group, withoutEffect } from '../setting.ts'

const themes = ['default', 'default-2024', 'classic', 'dark', 'wpadmin', 'minimalistic'] as const
const dashboard = 'kept for clients that go by it; Flotilla’s own dashboard does not'

export const tools = group({
  name: 'tools',
  title: 'Tools settings',
  settings: {
    svc_theme: withoutEffect(oneOf(themes, 'default', 'The look of the dashboard.'), dashboard),
    guided_tours: withoutEffect(flag(0, 'Offer guided tours.'), dashboard),
    chat_widget: withoutEffect(flag(0, 'Offer a chat for help.'), dashboard),
    guided_video: withoutEffect(flag(0, 'Offer guiding videos.'), dashboard),
  },
  aliases: { chatbase: 'chat_widget' },
})
