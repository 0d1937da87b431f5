/** Puts a popover below its anchor, or above where there is no room, and keeps it on the screen. */
export function placeBelow(anchor: HTMLElement, popover: HTMLElement, align: 'start' | 'end' = 'start'): void {
  const gap = 4
  const edge = 8
  const box = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const left = align === 'start' ? box.left : box.right - width
  const below = box.bottom + gap
  const fits = below + height <= window.innerHeight - edge || box.top < height
  popover.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
  popover.style.top = `${fits ? below : box.top - height - gap}px`
}
