/** Marks the texts whose colours have to be measured; the value says everything that their contrast depends on. */
export const unmeasured = 'data-unmeasured'

/**
 * Runs in the page. How well a text can be read depends on its own colour and size and on what is painted where it stands,
 * and on nothing else: of two texts for which all of that is the same, one need be measured. `good` says which ones were.
 */
export const markUnmeasured = `(good, apartFrom) => {
  const known = new Set(good)
  const styles = new Map([...document.querySelectorAll('*')].map((element) => [element, getComputedStyle(element)]))
  // What an element and those around it do to everything inside.
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
  const wordsIn = (element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  // Where the text stands, which is less than its element takes.
  const boxOf = (element) => {
    if (isControl(element)) return element.getBoundingClientRect()
    const boxes = wordsIn(element).map((node) => {
      const range = document.createRange()
      range.selectNode(node)
      return range.getBoundingClientRect()
    })
    const least = (side) => Math.min(...boxes.map((box) => box[side]))
    const most = (side) => Math.max(...boxes.map((box) => box[side]))
    // Letters do not reach the edges of their line.
    return { left: least('left') + 1, right: most('right') - 1, top: least('top') + 2, bottom: most('bottom') - 2 }
  }
  const backdrop = (element, box) => {
    const there = painted.filter((other) => touches(other.box, box))
    const around = there.filter((other) => other.element.contains(element) && covers(other.box, box))
    const opaque = around.findLast(({ element: other, style }) => style.backgroundColor.startsWith('rgb(') &&
      style.backgroundImage === 'none' && effects.get(other) === effects.get(element))
    // What is around something opaque cannot be seen through it.
    const seen = there.filter((other) => !opaque || other === opaque || !other.element.contains(opaque.element))
    return seen.map(({ element: other, style, box: place }) => [
      style.backgroundColor, style.backgroundImage, other.matches(pictures), effects.get(other), other.contains(element),
      ...(other.contains(element) ? [] : [style.position, style.zIndex]),
      // What is under a part of the text only: under which part.
      ...(covers(place, box) ? [] : ['left', 'right', 'top', 'bottom'].map((side) => Math.round(place[side] - box[side]))),
    ])
  }
  const describe = (element, box) => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke, position, zIndex } = styles.get(element)
    const own = [color, fontSize, fontWeight, textShadow, webkitTextStroke, position, zIndex, effects.get(element)]
    return JSON.stringify([...own, backdrop(element, box)])
  }
  let marked = 0
  const looksAt = apartFrom.length > 0 ? 'body :not(:is(' + apartFrom + ') *)' : 'body *'
  for (const element of document.querySelectorAll(looksAt)) {
    if ((!isControl(element) && wordsIn(element).length === 0) || element.getClientRects().length === 0) continue
    const box = boxOf(element)
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) continue // Nobody can scroll there.
    const described = describe(element, box)
    if (known.has(described)) continue
    element.setAttribute('${unmeasured}', described)
    marked++
  }
  return marked
}`
