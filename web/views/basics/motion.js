// Motion that explains: where a thing came from, where it went, and what just changed. None of it where less motion is asked for,
// except the mark of a change, which then stands still.

import { calm } from './dom.js'

const EASE = 'cubic-bezier(.2, .7, .2, 1)'

/** Slides an element from where it was (`x`, `y` px away) to where it is. */
export function slide(element, x, y) {
  element.animate([{ translate: `${x}px ${y}px` }, {}], { duration: 220, easing: EASE })
}

/** Lets a new element come in from `y` px away. */
export function arrive(element, y) {
  element.animate([{ opacity: 0, translate: `0 ${y}px` }, {}], { duration: 250, easing: 'ease-out' })
}

/** Takes an element of a deleted album away, so that it is seen to go; from now on it is nobody's. */
export function leave(element, y = 0) {
  if (calm()) { element.remove(); return }
  for (const name of ['id', 'role', 'data-album-id']) element.removeAttribute(name)
  element.inert = true
  element.classList.add('is-leaving')
  const going = element.animate([{ opacity: 1, translate: '0 0' }, { opacity: 0, translate: `0 ${y}px` }], { duration: 200, fill: 'forwards' })
  going.finished.then(() => element.remove(), () => element.remove())
}

/** Marks an element for a moment in a person's colour. */
export function glow(element, hue) {
  const frames = calm()
    ? { outline: ['2px solid var(--glow)', '2px solid var(--glow)'] }
    : { backgroundColor: ['var(--glow)', 'var(--glow)', 'transparent'] }
  element.style.setProperty('--glow-hue', hue)
  element.animate(frames, { duration: 1400, easing: 'ease-out' })
}

/** Says whether a set of slides may start: not on top of others that have not come to rest. */
export class Pace {
  #last = -Infinity

  mayStart() {
    const now = performance.now()
    const isQuiet = now - this.#last > 300
    this.#last = now
    return isQuiet && !calm()
  }
}
