/** Marks texts whose contrast axe must measure; the value is a hash of everything that the contrast depends on. */
export const unmeasuredText = 'data-unmeasured-text'
/** Marks controls whose size or distance axe must check. */
export const closeTarget = 'data-close-target'
/** Marks regions that scroll, which axe must check. */
export const scrollingRegion = 'data-scrolling-region'

/**
 * Runs in the page. The contrast of a text depends on its colour, its size and what is painted behind it: a text
 * is not measured again where one with the same values passed before, on any page. `passed` has the hashes
 * of these values.
 */
export const markTexts = `(passed, excluded) => {
  const known = new Set(passed)
  // 53 bits, so that different values practically never have the same hash.
  const hash = (text) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index++) {
      high = Math.imul(high ^ text.charCodeAt(index), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(index), 1597334677)
    }
    return ((high >>> 0) * 0x200000 + (low >>> 11)).toString(36)
  }
  const styles = new Map([...document.querySelectorAll('*')].map((element) => [element, getComputedStyle(element)]))
  // How an element and its ancestors change everything inside.
  const effects = new Map()
  for (const [element, { opacity, filter, mixBlendMode }] of styles) {
    const own = opacity + filter + mixBlendMode
    effects.set(element, (effects.get(element.parentElement) ?? '') + (own === '1nonenormal' ? '' : own))
  }
  const pictures = 'img, svg, canvas, video, object, iframe'
  const painted = [...styles]
    .filter(([element, { backgroundColor, backgroundImage }]) =>
      backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || element.matches(pictures))
    .map(([element, style]) => ({ element, style, box: element.getBoundingClientRect() }))
  const touches = (one, other) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
  const covers = (one, other) =>
    one.left <= other.left && one.right >= other.right && one.top <= other.top && one.bottom >= other.bottom
  const isControl = (element) => element.matches('input:not([type=checkbox], [type=radio]), select, textarea')
  const textsIn = (element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  // The box of the text is smaller than the box of its element.
  const boxOf = (element) => {
    if (isControl(element)) return element.getBoundingClientRect()
    const boxes = textsIn(element).map((node) => {
      const range = document.createRange()
      range.selectNode(node)
      return range.getBoundingClientRect()
    })
    const least = (side) => Math.min(...boxes.map((box) => box[side]))
    const most = (side) => Math.max(...boxes.map((box) => box[side]))
    // Letters do not reach the edges of their line.
    return { left: least('left') + 1, right: most('right') - 1, top: least('top') + 2, bottom: most('bottom') - 2 }
  }
  const backgroundOf = (element, box) => {
    const there = painted.filter((other) => touches(other.box, box))
    const around = there.filter((other) => other.element.contains(element) && covers(other.box, box))
    const opaque = around.findLast(({ element: other, style }) => style.backgroundColor.startsWith('rgb(') &&
      style.backgroundImage === 'none' && effects.get(other) === effects.get(element))
    // Ancestors of an opaque element are not visible through it.
    const visible = there.filter((other) => !opaque || other === opaque || !other.element.contains(opaque.element))
    return visible.map(({ element: other, style, box: place }) => [
      style.backgroundColor, style.backgroundImage, other.matches(pictures), effects.get(other), other.contains(element),
      ...(other.contains(element) ? [] : [style.position, style.zIndex]),
      // Behind a part of the text only: behind which part.
      ...(covers(place, box) ? [] : ['left', 'right', 'top', 'bottom'].map((side) => Math.round(place[side] - box[side]))),
    ])
  }
  const valuesOf = (element, box) => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke, position, zIndex } = styles.get(element)
    const own = [color, fontSize, fontWeight, textShadow, webkitTextStroke, position, zIndex, effects.get(element)]
    return JSON.stringify([...own, backgroundOf(element, box)])
  }
  const checked = excluded.length > 0 ? 'body :not(:is(' + excluded + ') *)' : 'body *'
  for (const element of document.querySelectorAll(checked)) {
    if ((!isControl(element) && textsIn(element).length === 0) || element.getClientRects().length === 0) continue
    const box = boxOf(element)
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) continue // Scrolling does not reach it.
    const values = hash(valuesOf(element, box))
    if (!known.has(values)) element.setAttribute('${unmeasuredText}', values)
  }
}`

/**
 * Runs in the page. A control passes if it is large and not covered, or if the 24 pixels around its centre are free: only
 * one that touches another can fail, each grown to 24 pixels.
 */
export const markTargets = `() => {
  const least = 24
  const grown = ({ left, right, top, bottom }) => {
    const [across, down] = [Math.max(0, least - (right - left)) / 2, Math.max(0, least - (bottom - top)) / 2]
    return { left: left - across, right: right + across, top: top - down, bottom: bottom + down }
  }
  const focusable = 'a[href], area[href], button, input, select, textarea, summary, audio, video, iframe, [contenteditable], [tabindex][role]'
  const targets = [...document.querySelectorAll(focusable)]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, box: grown(element.getBoundingClientRect()) }))
  const touches = (one, other) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
  for (const { element, box } of targets) {
    if (targets.some((other) => other.element !== element && touches(other.box, box))) element.setAttribute('${closeTarget}', '')
  }
}`

/** Runs in the page, with axe's own conditions. */
export const markRegions = `() => {
  const slack = 13
  for (const element of document.querySelectorAll('*:not(select, textarea)')) {
    const isWide = element.scrollWidth > element.clientWidth + slack
    const isTall = element.scrollHeight > element.clientHeight + slack
    if (!isWide && !isTall) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll'
    if ((isWide && scrolls(overflowX)) || (isTall && scrolls(overflowY))) element.setAttribute('${scrollingRegion}', '')
  }
}`
