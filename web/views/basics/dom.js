// Making elements without markup in strings: other people's text only ever becomes text.

/** An element with properties (`class`, `on…`, `data-…`, `aria-…`, or DOM properties) and children. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) set(element, name, value)
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false))
  return element
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return
  if (name === 'class') element.className = value
  else if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
  else if (name in element && !name.includes('-') && name !== 'list' && name !== 'role') element[name] = value
  else element.setAttribute(name, value === true ? '' : value)
}

const SVG = 'http://www.w3.org/2000/svg'

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Sets an attribute only when it differs: the cheapest way to leave the browser in peace. */
export function mark(element, name, value) {
  const text = value === null || value === undefined || value === false ? null : String(value)
  if (element.getAttribute(name) === text) return
  if (text === null) element.removeAttribute(name)
  else element.setAttribute(name, text)
}

/** Whether the keystroke belongs to an input method that is still composing. */
export const isComposing = event => event.isComposing || event.keyCode === 229

/** Whether the person asked for less motion. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether text is being typed there. */
export const isTyping = element => element?.matches?.('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]')

/**
 * Brings children into this order, for readers and Tab: what stands elsewhere on screen is read where it stands. The focus stays; a
 * browser that would lose it by moving an element leaves that one where it is.
 */
export function putInOrder(parent, elements) {
  let next = parent.firstElementChild
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling
    else if (parent.moveBefore && element.isConnected) parent.moveBefore(element, next)
    else if (!element.contains(document.activeElement)) parent.insertBefore(element, next)
  }
}
