import { group, withoutEffect } from '../setting.ts'
import { flag, oneOf } from '../setting-types.ts'

const themes = ['default', 'default-2024', 'classic', 'dark', 'wpadmin', 'minimalistic'] as const
const dashboard = 'stored for clients that use it; Flotilla’s dashboard does not'

export const tools = group({
  name: 'tools',
  title: 'Tools settings',
  settings: {
    svc_theme: withoutEffect(oneOf(themes, 'default', 'The theme of the dashboard.'), dashboard),
    guided_tours: withoutEffect(flag(0, 'Offer guided tours.'), dashboard),
    chat_widget: withoutEffect(flag(0, 'Offer a chat for help.'), dashboard),
    guided_video: withoutEffect(flag(0, 'Offer guiding videos.'), dashboard),
  },
  aliases: { chatbase: 'chat_widget' },
})
